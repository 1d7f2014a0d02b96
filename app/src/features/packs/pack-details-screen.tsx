import { IconCheck } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ButtonLink } from '#navigation/links.tsx';
import { MissingPage } from '#navigation/missing-page.tsx';
import { useContentInView, useItemTitle } from '#navigation/page-state.tsx';
import { PageTitle } from '#navigation/page-title.tsx';
import { type Draft, type MediaView, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { Chip } from '#ui/chip.tsx';
import { useClamped } from '#ui/use-clamped.tsx';
import { useLive } from '#ui/use-live.ts';
import { ArchivedBanner } from './acts/archived-banner.tsx';
import { CloneArchived } from './acts/clone-archived.tsx';
import { SendLink } from './acts/send-link.tsx';
import { useOffered, usePackPermissions } from './acts/use-pack-permissions.ts';
import longName from './details/long-name.module.css';
import { SentToCard } from './details/sent-to-card.tsx';
import { texts } from './details/texts.ts';
import { useSentTo } from './details/use-sent-to.ts';
import { useDraft } from './drafts/use-draft.ts';
import { DetailsForm } from './editor/details-form.tsx';
import { placeOfDetails, type TypedDetails } from './editor/typed-details.ts';
import { type Details, useDetails } from './editor/use-details.ts';
import { isShared, typeWord } from './list/pack-list.ts';
import { PackSpine } from './list/pack-spine.tsx';
import { PackPageSkeleton } from './opening/pack-page-skeleton.tsx';
import { type PackInHand, PackVisit } from './opening/pack-visit.tsx';
import classes from './pack-details-screen.module.css';
import { useFreshSignature } from './use-fresh-signature.ts';

/** What is known of a pack: what it is, and to whom it went (NAV-25, PEDIT-10, PRPT-06). */
export default function PackDetailsScreen() {
  const { id } = useParams({ from: '/packs/$id/details' });
  return (
    <PackVisit id={id} hasMedias>
      {(inHand) => (inHand.isNew ? <MissingPage /> : <OfPack {...inHand} />)}
    </PackVisit>
  );
}

function OfPack({ pack, isGone, medias }: PackInHand) {
  const may = usePackPermissions(pack);
  const kept = useDraft<TypedDetails>('pack', placeOfDetails(pack.id));
  useItemTitle(pack.title);
  if (!may.view) return <MissingPage />;
  if (!kept) return <PackPageSkeleton />;
  return <WithTyped {...{ pack, isGone, medias, kept }} />;
}

interface Props {
  pack: PackRecord;
  /** It was deleted or archived meanwhile. */
  isGone: boolean;
  medias: ReadonlyMap<string, MediaView>;
  /** What is typed over it. */
  form: Details;
}

function WithTyped({ kept, ...about }: Omit<Props, 'form'> & { kept: Draft<TypedDetails> }) {
  const { flags } = useServices().configuration;
  const form = useDetails({ pack: about.pack, kept });
  // A save brings it back.
  const isGone = about.isGone && form.pack === about.pack;
  // What is unsaved here must not go with a pack that goes.
  if (isGone && !form.isChanged && !form.isSaving) return <MissingPage />;
  const Page = flags.packDetailsV2 ? DetailsInView : DetailsAlone;
  return <Page {...about} isGone={isGone} form={form} />;
}

/** The form by itself, as it was before the page (PEDIT-09, PEDIT-10). */
function DetailsAlone({ pack, isGone, form }: Props) {
  const isForm = useIsForm(form);
  const navigate = useNavigate();
  return (
    <div className={classes.alone}>
      <PageTitle actions={form.pack.archived === true && <CloneArchived pack={pack} />}>
        {pack.title}
      </PageTitle>
      {!isForm && <ArchivedBanner pack={form.pack} />}
      <section className={classes.about} aria-label={pack.title ?? ''}>
        <PackSpine color={pack.color} />
        {isForm ? (
          <DetailsForm
            isGone={isGone || isBroughtBack(form)}
            form={form}
            onCancel={() => void navigate({ to: '/packs', ignoreBlocker: true })}
          />
        ) : (
          <PlainDetails pack={pack} />
        )}
      </section>
    </div>
  );
}

/** Over an archived pack nothing new is typed. What is typed over it already can be saved, or dropped. */
function useIsForm({ pack, isChanged, isSaving }: Details): boolean {
  const may = usePackPermissions(pack);
  return may.edit && (pack.archived !== true || isChanged || isSaving);
}

/** By a save, that is, unless it has become something else as well: what is saved is a copy then. */
const isBroughtBack = ({ pack, isOvertaken }: Details) => pack.archived === true && !isOvertaken;

/** Its name stands above. */
const PlainDetails = ({ pack }: { pack: PackRecord }) => (
  <p className={classes.notes}>{pack.notes?.trim() || texts.noNotes}</p>
);

function DetailsInView({ pack, isGone, medias, form }: Props) {
  const { packs } = useServices();
  const may = useOffered(pack);
  const isForm = useIsForm(form);
  const sentTo = useSentTo(pack);
  const name = useClamped({
    text: pack.title ?? null,
    lines: 3,
    more: texts.showAll,
    less: texts.showLess,
    classNames: { words: longName.words, button: longName.more },
  });
  useFreshSignature();
  useContentInView({
    pulled: pack.pulled ?? null,
    reload: async (how) => {
      const [outcome] = await Promise.all([packs.load(pack.id, how), sentTo.refresh()]);
      return outcome;
    },
  });
  // The device answers soon, and the list stands above the form where a window is narrow.
  if (!sentTo.rows) return <PackPageSkeleton />;
  const params = { id: pack.id };
  const actions = (
    <>
      <ButtonLink to="/packs/$id/view" params={params} variant="default">
        {texts.view}
      </ButtonLink>
      {may.edit && (
        <ButtonLink to={may.build ? '/packs/$id/build' : '/packs/$id/edit'} params={params} variant="default">
          {may.build ? texts.build : texts.edit}
        </ButtonLink>
      )}
      {may.send && <SendLink packId={pack.id} />}
      {form.pack.archived === true && <CloneArchived pack={pack} />}
    </>
  );
  return (
    <>
      <PageTitle
        actions={actions}
        aside={
          <>
            {name.button}
            <Chip>{typeWord(pack)}</Chip>
            <Standing pack={pack} />
          </>
        }
      >
        {name.words}
      </PageTitle>
      {!isForm && <ArchivedBanner pack={form.pack} />}
      <div className={classes.columns}>
        <section className={classes.about} data-form={isForm || undefined} aria-label={pack.title ?? ''}>
          <PackSpine color={pack.color} />
          {isForm ? (
            <DetailsForm isGone={isGone || isBroughtBack(form)} form={form} />
          ) : (
            <PlainDetails pack={pack} />
          )}
        </section>
        <SentToCard {...{ sentTo, rows: sentTo.rows, medias, packId: pack.id, maySend: may.send }} />
      </div>
    </>
  );
}

/** Whether the host has the pack as it is here. */
function Standing({ pack }: { pack: PackRecord }) {
  const { waiting } = useServices();
  const item = useLive(
    async () => (pack._meta?.push ? (await waiting.items({ ids: [pack.id] }))[0] : undefined),
    [pack.id, pack._meta?.push],
  );
  if (isShared(pack)) return null;
  if (!pack._meta?.push)
    return (
      <Chip tone="done" icon={<IconCheck size={15} stroke={2} aria-hidden />}>
        {texts.savedToServer}
      </Chip>
    );
  const isRefused = item?.state === 'refused';
  return <Chip tone={isRefused ? 'refused' : 'waiting'}>{isRefused ? texts.refused : texts.waiting}</Chip>;
}
