import { NothingOfChannel } from '../../opening/nothing-of-channel.tsx';
import { texts } from '../../texts.ts';
import classes from './palette.module.css';

interface Props {
  /** That of the pack; null for the active one. */
  channelId: string | null;
  /** What was searched; '' for nothing. */
  search: string;
}

/** Why there is nothing to add. */
export const NothingOffered = ({ channelId, search }: Props) => (
  <NothingOfChannel channelId={channelId}>
    <p className={classes.none}>{search === '' ? texts.builder.noBundles : texts.builder.noMatch(search)}</p>
  </NothingOfChannel>
);
