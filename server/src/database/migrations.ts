import type { Migration } from 'kysely/migration';
import * as records from '../../migrations/001-records.ts';
import * as linkControl from '../../migrations/002-link-control.ts';
import * as passwordCodes from '../../migrations/003-password-codes.ts';
import * as whatWasSent from '../../migrations/004-what-was-sent.ts';
import * as uploads from '../../migrations/007-uploads.ts';
import * as cleanUpIndexes from '../../migrations/008-clean-up-indexes.ts';
import * as endedMails from '../../migrations/009-ended-mails.ts';
import * as bytesVersionsTimeZones from '../../migrations/010-bytes-versions-time-zones.ts';
import * as cancelledLinks from '../../migrations/011-cancelled-links.ts';
import * as signaturesAndKindsOfPacks from '../../migrations/012-signatures-and-kinds-of-packs.ts';

/** Every step in order. A published one is never edited, only followed; what tables it makes stays in `ownTables` for ever. */
export const migrations: Record<string, Migration> = {
  '001-records': records,
  '002-link-control': linkControl,
  '003-password-codes': passwordCodes,
  '004-what-was-sent': whatWasSent,
  '007-uploads': uploads,
  '008-clean-up-indexes': cleanUpIndexes,
  '009-ended-mails': endedMails,
  '010-bytes-versions-time-zones': bytesVersionsTimeZones,
  '011-cancelled-links': cancelledLinks,
  '012-signatures-and-kinds-of-packs': signaturesAndKindsOfPacks,
};
