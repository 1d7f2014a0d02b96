declare global {
  interface ImportMeta {
    readonly env: { readonly VITE_BUILD: string };
  }
}

export const build = import.meta.env.VITE_BUILD;
