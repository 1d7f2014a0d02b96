/** People of the demo content, as demo/users.yaml has them. */
export const people = {
  nora: { name: 'nora.lindqvist', password: 'velden-nora-2027', title: 'Nora Lindqvist', channels: 1 },
  tomas: { name: 'tomas.adeyemi', password: 'velden-tomas-2027', title: 'Tomas Adeyemi', channels: 3 },
  ines: { name: 'ines.carvalho', password: 'velden-ines-2027', title: 'Inês Carvalho', channels: 1 },
  henrik: { name: 'henrik.voss', password: 'velden-henrik-2027', title: 'Henrik Voss', channels: 3 },
} as const;

export type Person = (typeof people)[keyof typeof people];
