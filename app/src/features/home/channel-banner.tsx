import { IconSchool } from '@tabler/icons-react';
import { PageHeading } from '#navigation/page-title.tsx';
import type { ChannelView } from '#services.ts';
import { Chip } from '#ui/chip.tsx';
import { Picture } from '#ui/picture.tsx';
import classes from './channel-banner.module.css';
import { texts } from './texts.ts';

/** Which channel this is: its name beside its image, or the name alone (HOME-05). No words ever lie on the image. */
export const ChannelBanner = ({ channel }: { channel: ChannelView }) => (
  <section className={classes.banner} data-plain={channel.imageUrl === null || undefined}>
    <div className={classes.panel}>
      <PageHeading className={classes.title}>{channel.title}</PageHeading>
      {channel.sandbox && (
        <Chip tone="waiting" icon={<IconSchool size={15} stroke={1.75} aria-hidden />}>
          {texts.sandboxName}
        </Chip>
      )}
      {channel.summary && <p className={classes.summary}>{channel.summary}</p>}
    </div>
    {channel.imageUrl && <Picture src={channel.imageUrl} className={classes.image} kind="channel" />}
  </section>
);
