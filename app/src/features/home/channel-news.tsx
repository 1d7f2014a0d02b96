import { useServices } from '#services.ts';
import { Html } from '#ui/html.tsx';
import { Spoken } from '#ui/spoken.tsx';
import classes from './channel-news.module.css';
import { texts } from './texts.ts';

/** What the channel's editors want to be known. */
export const ChannelNews = ({ html }: { html: string }) => {
  const { host } = useServices().configuration;
  return (
    <section className={classes.news} aria-label={texts.news}>
      <h2 className={classes.heading}>
        <Spoken>{texts.news}</Spoken>
      </h2>
      <Html html={html} kind="rich" host={host} />
    </section>
  );
};
