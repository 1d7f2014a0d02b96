declare module 'virtual:pdf-character-maps' {
  /** Address of a zip. */
  const address: string;
  export default address;
}

declare module 'virtual:pdf-fonts' {
  /** Address of a zip. */
  const address: string;
  export default address;
}
