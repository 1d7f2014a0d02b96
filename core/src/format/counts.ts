/** '1 file', '2 files' (RES-08). */
export const fileCount = (count: number) => (count === 1 ? '1 file' : `${count} files`);
