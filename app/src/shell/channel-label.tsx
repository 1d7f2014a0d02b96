import type { ChannelSummary } from '#services.ts';
import { Picture } from '#ui/picture.tsx';
import classes from './channel-switcher.module.css';

/** Picture and name of the active channel. */
export const ChannelLabel = ({ channel }: { channel: ChannelSummary }) => (
  <>
    <Picture src={channel.imageUrl} className={classes.picture} kind="channel" />
    <span className={classes.title}>{channel.title}</span>
  </>
);

export const PlainChannelLabel = ({ channel }: { channel: ChannelSummary }) => (
  <div className={classes.label}>
    <ChannelLabel channel={channel} />
  </div>
);
