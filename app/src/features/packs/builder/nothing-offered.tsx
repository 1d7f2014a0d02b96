import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ChannelOnItsWay, useIsOnItsWay } from '#features/resources/channel-on-its-way.tsx';
import { useServices, useWatched } from '#services.ts';
import { useLive } from '#ui/use-live.ts';
import { texts } from '../texts.ts';
import classes from './palette.module.css';

interface Props {
  /** That of the pack; null for the active one. */
  channelId: string | null;
  /** What was searched; '' for nothing. */
  search: string;
}

/** Why there is nothing to add. */
export function NothingOffered({ channelId, search }: Props) {
  const { activeChannelId } = useWatched(useServices().session);
  const isOnItsWay = useIsOnItsWay();
  if (channelId !== null && channelId !== activeChannelId)
    return <NothingOfOther channelId={channelId} search={search} />;
  return isOnItsWay ? <ChannelOnItsWay /> : <NothingThere search={search} />;
}

/** Only the active channel is brought up to date while this is shown. */
function NothingOfOther({ channelId, search }: { channelId: string; search: string }) {
  const { channels, session } = useServices();
  const { user } = useWatched(session);
  const navigate = useNavigate();
  const isHere = useLive(async () => {
    const channel = await channels.get(channelId);
    return channel !== null && !channel._meta?.stub;
  }, [channels, channelId]);
  if (isHere === undefined) return null;
  if (isHere) return <NothingThere search={search} />;
  const open = () => void Promise.all([session.selectChannel(channelId), navigate({ to: '/' })]);
  return (
    <div className={classes.none}>
      <p>{texts.builder.channelElsewhere}</p>
      {user?.channels.includes(channelId) && (
        <Button variant="light" onClick={open}>
          {texts.builder.openChannel}
        </Button>
      )}
    </div>
  );
}

const NothingThere = ({ search }: { search: string }) => (
  <p className={classes.none}>{search === '' ? texts.builder.noBundles : texts.builder.noMatch(search)}</p>
);
