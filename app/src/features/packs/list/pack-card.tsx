import { formatShortDate } from '@satchel/core/format/dates.ts';
import { IconAlertCircle, IconCloudUpload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { OfflineToggle } from '#features/resources/offline-toggle.tsx';
import { ButtonLink } from '#navigation/links.tsx';
import { useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { useLive } from '#ui/use-live.ts';
import { PackMenu } from '../acts/pack-menu.tsx';
import type { PackAction } from '../acts/use-pack-actions.tsx';
import { isMailed, sentRows } from '../details/sent-row.ts';
import { texts } from '../texts.ts';
import classes from './pack-card.module.css';
import { typeWord } from './pack-list.ts';
import { packMedias } from './pack-medias.ts';
import { PackSpine } from './pack-spine.tsx';
import { PackThumbnails, shownAtMost } from './pack-thumbnails.tsx';

interface Props {
  pack: PackRecord;
  /** Whether it or a message with it still waits to be pushed. */
  standing: 'waiting' | 'refused' | null;
  start: (action: PackAction, pack: PackRecord) => void;
  /** It is on its way to the server by hand. */
  isSending: boolean;
}

const standingIcons = { waiting: IconCloudUpload, refused: IconAlertCircle };

/** How the mails with it fared that are not waiting here. */
function useMails(packId: string) {
  const { messages, packLog } = useServices();
  return useLive(async () => {
    const own = await messages.ofPack(packId);
    if (own.length === 0) return { sent: 0, failed: 0 };
    const entries = await packLog.ofPack(packId);
    const rows = sentRows({ messages: own, entries, waiting: new Map() }).filter(({ message }) => message);
    return {
      sent: rows.filter(isMailed).length,
      failed: rows.filter(({ state }) => state === 'failed').length,
    };
  }, [packId]);
}

/** Type, last change, how often it was mailed, what failed and what still waits, in one line. */
function Caption({ pack, standing }: Pick<Props, 'pack' | 'standing'>) {
  const mails = useMails(pack.id);
  const Icon = standing && standingIcons[standing];
  return (
    <p className={classes.caption}>
      <span>{typeWord(pack)}</span>
      <span>{formatShortDate(pack.changed)}</span>
      {standing === null && mails && mails.sent > 0 && <span>{texts.list.sent(mails.sent)}</span>}
      {mails && mails.failed > 0 && (
        <span className={classes.standing} data-standing="refused">
          <IconAlertCircle size={15} stroke={1.75} aria-hidden /> {texts.list.mailFailed(mails.failed)}
        </span>
      )}
      {Icon && (
        <span className={classes.standing} data-standing={standing}>
          <Icon size={15} stroke={1.75} aria-hidden /> {texts.list[standing]}
        </span>
      )}
    </p>
  );
}

/** One pack in the list (PLIST-03). */
export function PackCard({ pack, standing, start, isSending }: Props) {
  const { packs } = useServices();
  const known = useLive(() => packs.medias(pack, { first: shownAtMost }), [pack.id, pack.changed]);
  const medias = useMemo(() => (known ? packMedias(pack) : []), [known, pack]);
  const title = pack.title ?? '';
  const params = { id: pack.id };
  return (
    <article className={classes.card} aria-label={title} data-pack={pack.id}>
      <PackSpine color={pack.color} />
      <div className={classes.top}>
        <h2 className={classes.title}>{title}</h2>
        <PackMenu pack={pack} start={start} isSending={isSending} />
      </div>
      <Caption pack={pack} standing={standing} />
      <p className={classes.notes}>{pack.notes}</p>
      <OfflineToggle
        className={classes.offline}
        subject={{ kind: 'pack', id: pack.id }}
        label={texts.list.offline}
        description={texts.list.offlineHint}
        hasVideos={pack.medias?.some(({ type }) => type === 'media--video') ?? false}
      />
      <div className={classes.bottom}>
        <PackThumbnails medias={medias} known={known} />
        <div className={classes.actions}>
          <ButtonLink
            to="/packs/$id/details"
            params={params}
            variant="subtle"
            aria-label={texts.list.detailsOf(title)}
          >
            {texts.list.details}
          </ButtonLink>
          <ButtonLink
            to="/packs/$id/view"
            params={params}
            variant="light"
            aria-label={texts.list.viewOf(title)}
          >
            {texts.list.view}
          </ButtonLink>
        </div>
      </div>
    </article>
  );
}
