import * as z from 'zod/mini';

/** Whether this looks like an address that mail can be sent to. */
export const isMailAddress = (text: string) => z.email().safeParse(text.trim()).success;
