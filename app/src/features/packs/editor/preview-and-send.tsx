import { type Ref, useState } from 'react';
import { type Draft, type MediaView, useServices, useWatched } from '#services.ts';
import type { PackRecord, SignatureRecord } from '#storage/records.ts';
import { useLive } from '#ui/use-live.ts';
import { useDraft } from '../drafts/use-draft.ts';
import type { LeaveStep } from '../drafts/use-leave-question.tsx';
import { PackPageSkeleton } from '../opening/pack-page-skeleton.tsx';
import { withSameViews } from '../opening/same-views.ts';
import type { Lack } from '../opening/use-missing-text.ts';
import { ShadowPage } from '../page/shadow-page.tsx';
import { usePageParts } from '../page/use-page-parts.ts';
import { firstSignature } from '../send/message-form.ts';
import type { SendValues } from '../send/recipients/recipients.ts';
import { SendForm } from '../send/send-form.tsx';
import { useUnsent } from '../send/use-unsent.ts';
import { useFreshSignature } from '../use-fresh-signature.ts';
import classes from './preview-and-send.module.css';
import { texts } from './texts.ts';

type Medias = ReadonlyMap<string, MediaView>;

interface Props {
  pack: PackRecord;
  /** It was deleted or archived meanwhile. */
  isGone: boolean;
  /** Why some of what it names may not be on this device. */
  lack: Lack;
  /** To the step before; null where tabs lead there. */
  onBack: (() => void) | null;
  leaveStep: Ref<LeaveStep>;
}

const nothing = () => undefined;

/** What the steps before do not show, and need not have read. */
export default function PreviewAndSend(props: Props) {
  const { packs, signatures, session } = useServices();
  const { pack } = props;
  const { user } = useWatched(session);
  const [held] = useState<{ medias: Medias }>({ medias: new Map() });
  const medias = useLive(async () => {
    held.medias = withSameViews(held.medias, await packs.medias(pack));
    return held.medias;
  }, [packs, pack]);
  const mine = useLive(() => signatures.mine(), [signatures, user?.uuid]);
  const draft = useUnsent(useDraft<SendValues>('message', pack.id));
  useFreshSignature();
  if (!medias || mine === undefined || !draft) return <PackPageSkeleton />;
  return <PageAndForm {...props} {...{ medias, mine, draft }} />;
}

interface PartProps extends Props {
  medias: Medias;
  mine: SignatureRecord | null;
  draft: Draft<SendValues>;
}

/** The saved pack as its prospect will see it, and the form that sends it (PEDIT-02, PEDIT-03). */
function PageAndForm({ pack, isGone, lack, onBack, leaveStep, medias, mine, draft }: PartProps) {
  const [signature, setSignature] = useState(() => firstSignature(draft.stored, mine !== null));
  const page = usePageParts(pack, medias, lack, signature);
  if (!page) return <PackPageSkeleton />;
  return (
    <>
      <h2 className={classes.title}>{texts.preview}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section className={classes.frame} tabIndex={0} aria-label={texts.preview}>
        <ShadowPage
          parts={page.parts}
          medias={medias}
          label={texts.previewOf(pack.title ?? '')}
          onOpenMedia={nothing}
        />
      </section>
      <SendForm
        pack={pack}
        isGone={isGone}
        medias={medias}
        channel={page.surroundings.channel}
        mine={mine}
        correcting={null}
        draft={draft}
        isPart
        onSignature={setSignature}
        onBack={onBack}
        leaveStep={leaveStep}
      />
    </>
  );
}
