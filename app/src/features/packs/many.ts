/** '1 file', '2 files' */
export const many = (count: number, one: string, other: string) => `${count} ${count === 1 ? one : other}`;
