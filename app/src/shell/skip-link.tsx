import classes from './skip-link.module.css';
import { texts } from './texts.ts';

/** First stop of the Tab key. A button, since with hash routing a link's target would be a page. */
export const SkipLink = () => (
  <button
    type="button"
    className={classes.link}
    onClick={() => {
      const content = document.getElementById('content');
      content?.focus();
      content?.scrollIntoView();
    }}
  >
    {texts.skip}
  </button>
);
