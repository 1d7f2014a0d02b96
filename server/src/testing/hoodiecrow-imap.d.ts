declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net';

  interface StoredMail {
    raw: string;
    flags: string[];
    internaldate?: string;
  }
  interface Options {
    plugins: string[];
    users: Record<string, { password: string }>;
    storage: Record<string, { messages: StoredMail[] }>;
  }
  interface ImapServer {
    server: Server;
    listen(port: number, host: string): void;
    close(done: () => void): void;
  }
  /** An IMAP server whose mails are kept in memory. */
  export default function hoodiecrow(options: Options): ImapServer;
}
