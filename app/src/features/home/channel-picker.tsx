import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconRefresh, IconSchool } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ButtonLink } from '#navigation/links.tsx';
import { leavePage, usePageStore } from '#navigation/page-state.tsx';
import { PageHeading } from '#navigation/page-title.tsx';
import { type ChannelSummary, type LoadOutcome, useServices, useWatched } from '#services.ts';
import { Chip } from '#ui/chip.tsx';
import { Hint } from '#ui/hint.tsx';
import { Picture } from '#ui/picture.tsx';
import { RowSkeletons } from '#ui/skeletons.tsx';
import { useLive } from '#ui/use-live.ts';
import classes from './channel-picker.module.css';
import { keepDrawn } from './drawn-before.ts';
import { texts } from './texts.ts';

/** The channels of the signed-in user (CHAN-05); a single one is chosen at once (CHAN-09, CHAN-10). */
export function ChannelPicker() {
  const { channels, session } = useServices();
  const { user } = useWatched(session);
  const navigate = useNavigate();
  const page = usePageStore();
  const mine = useLive(() => channels.mine(), [user?.uuid]);
  const [outcome, setOutcome] = useState<LoadOutcome | null>(null);
  const chosen = useRef<{ id: string } | null>(null);

  const load = useCallback(async () => {
    setOutcome(null);
    setOutcome(await channels.loadMine());
  }, [channels]);
  useEffect(() => void load(), [load]);

  const choose = useCallback(
    async (id: string) => {
      // A second tap.
      if (chosen.current?.id === id) return;
      const choice = { id };
      chosen.current = choice;
      try {
        // Its thread works while home is drawn; asked at the same time, it would begin after that. And home is drawn once,
        // with its doors.
        const view = await channels.begin(id);
        if (chosen.current !== choice) return;
        if (view) keepDrawn(channels, { userId: user?.uuid ?? null, view });
        // The way from home to home is none, and the channel's title is to have the focus all the same.
        leavePage(page);
        await Promise.all([session.selectChannel(id), navigate({ to: '/' })]);
      } catch (error) {
        // It can be chosen again.
        if (chosen.current === choice) chosen.current = null;
        throw error;
      }
    },
    [channels, session, navigate, page, user?.uuid],
  );
  const only = outcome?.ok && mine?.length === 1 ? mine[0] : undefined;
  useEffect(() => {
    if (only && chosen.current === null) void choose(only.id);
  }, [only, choose]);

  return (
    <section className={classes.card} aria-busy={outcome === null}>
      <div className={classes.head}>
        <PageHeading className={classes.title}>{texts.picker.title}</PageHeading>
        <Hint label={texts.picker.refresh}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={texts.picker.refresh}
            onClick={() => void load()}
          >
            <IconRefresh size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Hint>
      </div>
      <PickerBody
        mine={mine ?? []}
        outcome={outcome}
        isAssigned={(user?.channels.length ?? 0) > 0}
        onChoose={(id) => void choose(id)}
      />
    </section>
  );
}

interface BodyProps {
  mine: readonly ChannelSummary[];
  outcome: LoadOutcome | null;
  isAssigned: boolean;
  onChoose: (id: string) => void;
}

function PickerBody({ mine, outcome, isAssigned, onChoose }: BodyProps) {
  if (!isAssigned)
    return (
      <div className={classes.message} role="status">
        <h2>{texts.picker.none}</h2>
        <p>{texts.picker.noneHint}</p>
      </div>
    );
  if (outcome && !outcome.ok)
    return (
      <div className={classes.message} role="alert">
        <h2>{texts.picker.failed}</h2>
        <p>{outcome.failure}</p>
        <ButtonLink to="/user/logout" variant="light">
          {texts.picker.otherUser}
        </ButtonLink>
      </div>
    );
  if (mine.length === 0) return <RowSkeletons count={3} label={texts.loading} />;
  return (
    <ul className={classes.list}>
      {mine.map((channel) => (
        <li key={channel.id}>
          <UnstyledButton className={classes.row} onClick={() => onChoose(channel.id)}>
            <Picture src={channel.imageUrl} className={classes.picture} kind="channel" />
            <span className={classes.words}>
              <span className={classes.name} dir="auto">
                {channel.title}
                {channel.sandbox && (
                  <Chip tone="waiting" icon={<IconSchool size={15} stroke={1.75} aria-hidden />}>
                    {texts.sandboxName}
                  </Chip>
                )}
              </span>
              <span className={classes.summary}>{channel.summary}</span>
            </span>
            <IconChevronRight size={20} stroke={1.75} aria-hidden className={classes.go} />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
