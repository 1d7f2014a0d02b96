import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { MissingPage } from '#navigation/missing-page.tsx';
import { leavePage, useItemTitle, usePageStore } from '#navigation/page-state.tsx';
import type { MediaView } from '#services.ts';
import { useServices, useWatched } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { useLive } from '#ui/use-live.ts';
import { usePackPermissions } from './acts/use-pack-permissions.ts';
import { useDraft } from './drafts/use-draft.ts';
import { PackPageSkeleton } from './opening/pack-page-skeleton.tsx';
import { type PackInHand, PackVisit } from './opening/pack-visit.tsx';
import { NoWords } from './send/no-words.tsx';
import type { SendValues } from './send/recipients/recipients.ts';
import { SendForm } from './send/send-form.tsx';
import { useRefused } from './send/use-refused.ts';
import { useUnsent } from './send/use-unsent.ts';
import { useWordsBefore } from './send/use-words-before.ts';
import { useFreshSignature } from './use-fresh-signature.ts';

/** Sends a pack by mail or as a link (PSEND-01 to PSEND-26). */
export default function SendScreen() {
  const { id } = useParams({ from: '/packs/$id/send' });
  const { flags } = useServices().configuration;
  if (flags.packNoSend) return <Navigate to="/access-denied" replace />;
  return (
    <PackVisit id={id} hasMedias>
      {(inHand) => (inHand.isNew ? <MissingPage /> : <Sending {...inHand} />)}
    </PackVisit>
  );
}

function Sending({ pack, isGone, medias }: PackInHand) {
  const { message, again } = useSearch({ from: '/packs/$id/send' });
  const navigate = useNavigate();
  const page = usePageStore();
  const [words, setWords] = useState<SendValues | null>(null);
  const [reopened, setReopened] = useState(0);
  useItemTitle(pack.title);
  return (
    <Permitted
      key={`${message} ${again} ${reopened}`}
      pack={pack}
      isGone={isGone}
      medias={medias}
      message={message}
      again={again}
      words={words}
      onReopen={() => {
        // The form is another one, and its title has the focus as on a page that was just reached.
        leavePage(page);
        setReopened((times) => times + 1);
      }}
      onAnother={(next) => {
        setWords(next);
        void navigate({ to: '/packs/$id/send', params: { id: pack.id }, replace: true });
      }}
    />
  );
}

interface Props {
  /** A message that is corrected. */
  message: string | undefined;
  /** A message that went before, whose words a new one begins with. */
  again: string | undefined;
  words: SendValues | null;
  onAnother: (words: SendValues) => void;
  onReopen: () => void;
  pack: PackRecord;
  /** It was deleted or archived meanwhile. */
  isGone: boolean;
  medias: ReadonlyMap<string, MediaView>;
}

function Permitted({ pack, isGone, medias, message, again, words, onAnother, onReopen }: Props) {
  const { channels, signatures, session } = useServices();
  const { activeChannelId, user } = useWatched(session);
  const may = usePackPermissions(pack);
  const correcting = useRefused(message);
  const channelId = pack.channel?.id ?? correcting?.channelId ?? activeChannelId;
  const around = useLive(
    async () => ({
      channel: channelId ? await channels.view(channelId) : null,
      mine: await signatures.mine(),
    }),
    [channelId, user?.uuid],
  );
  useFreshSignature();
  const before = useWordsBefore(again);
  const draft = useUnsent(
    useDraft<SendValues>('message', [pack.id, message, again && `again.${again}`].filter(Boolean).join('.')),
    { corrects: message, packTitle: pack.title },
  );
  if (!may.view) return <MissingPage />;
  if (!may.send) return <Navigate to="/access-denied" replace />;
  if (!around || correcting === undefined || !draft) return <PackPageSkeleton />;
  const { found } = before;
  // What was typed at an earlier visit has its words already.
  if (!draft.stored && found === undefined) return <PackPageSkeleton />;
  if (!draft.stored && found && 'failure' in found)
    return <NoWords failure={found.failure} onAgain={before.again} />;
  const wordsBefore = found && 'words' in found ? found.words : null;
  const isNew = message === undefined && again === undefined;
  // It was taken, let go or discarded meanwhile. What was typed for it is shown all the same.
  if (message !== undefined && correcting === null && draft.stored === null)
    return <Navigate to="/settings" hash="waiting" replace />;
  return (
    <SendForm
      pack={pack}
      isGone={isGone}
      medias={medias}
      channel={around.channel}
      mine={around.mine}
      corrects={message}
      correcting={correcting}
      draft={draft}
      words={isNew ? words : wordsBefore}
      isNext={isNew && words !== null}
      onAnother={isNew ? null : onAnother}
      onReopen={onReopen}
    />
  );
}
