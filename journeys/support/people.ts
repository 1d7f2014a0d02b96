/** People of the demo content, as demo/users.yaml has them. */
export const people = {
  nora: { name: 'nora.lindqvist', password: 'velden-nora-2027', title: 'Nora Lindqvist' },
  tomas: { name: 'tomas.adeyemi', password: 'velden-tomas-2027', title: 'Tomas Adeyemi' },
  ines: { name: 'ines.carvalho', password: 'velden-ines-2027', title: 'Inês Carvalho' },
  henrik: { name: 'henrik.voss', password: 'velden-henrik-2027', title: 'Henrik Voss' },
} as const;

export type Person = (typeof people)[keyof typeof people];
