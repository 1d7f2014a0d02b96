import { PageTitle } from '#navigation/page-title.tsx';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { releases, texts } from './texts.ts';
import classes from './whats-new-screen.module.css';

/** Release notes from 1.3 to 1.7.0, newest first (NAV-36). */
export default function WhatsNewScreen() {
  return (
    <NarrowPage>
      <PageTitle inHeaderOnPhone>{texts.title}</PageTitle>
      <ol className={classes.list} reversed>
        {releases.map(({ version, date, changes }) => (
          <li key={version} className={classes.release}>
            <h2>
              {texts.version(version)} {date && <span>{date}</span>}
            </h2>
            <ul>
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </NarrowPage>
  );
}
