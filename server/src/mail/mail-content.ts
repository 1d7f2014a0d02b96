import * as z from 'zod';

const mailbox = z.object({ name: z.string(), address: z.string() });

const packMail = z.object({
  kind: z.literal('pack'),
  to: mailbox,
  replyTo: mailbox,
  subject: z.string(),
  /** HTML as the rep wrote it, not yet sanitised. */
  message: z.string(),
  packTitle: z.string(),
  company: z.string(),
  senderName: z.string(),
  recipientName: z.string(),
  /** The link's token, sealed with the host's key. */
  sealedToken: z.string(),
  signature: z.nullable(
    z.object({
      title: z.string(),
      jobTitle: z.string(),
      email: z.string(),
      telephone: z.string(),
      telephone2: z.string(),
    }),
  ),
  /** Whom it was meant for, when it comes from a sandbox channel and goes to its sender instead. */
  meantFor: z.nullable(z.string()),
});

const noticeMail = z.object({
  kind: z.literal('notice'),
  to: mailbox,
  subject: z.string(),
  /** Plain text, paragraphs parted by an empty line. */
  text: z.string(),
});

const codeMail = z.object({
  kind: z.literal('code'),
  to: mailbox,
  /** The code, sealed with the host's key. */
  sealedCode: z.string(),
  /** From when on it is worth nothing any more, and is not sent. */
  expires: z.number(),
});

/** What a mail is made from, kept with it in the outbox so that later edits never change it. */
export const mailContent = z.discriminatedUnion('kind', [packMail, noticeMail, codeMail]);

export type MailContent = z.infer<typeof mailContent>;
export type PackMail = z.infer<typeof packMail>;
export type CodeMail = z.infer<typeof codeMail>;
export type NoticeMail = z.infer<typeof noticeMail>;
