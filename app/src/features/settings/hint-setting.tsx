import { useServices, useWatched } from '#services.ts';
import { CardHeading, CardHint, CardSection } from '#ui/card.tsx';
import { Choices } from '#ui/choices.tsx';
import { type HintLevel, hintLevels } from '#ui/hint-level.ts';
import classes from './settings-screen.module.css';
import { texts } from './texts.ts';

const { levels, saying, ...words } = texts.hints;

const choices = (Object.keys(hintLevels) as (keyof typeof hintLevels)[]).map((name) => ({
  value: String(hintLevels[name]),
  label: levels[name],
}));

/** How many hints this device shows (MODEL-30, MODEL-31). */
export function HintSetting() {
  const { hints } = useServices();
  const level = useWatched(hints);
  return (
    <CardSection>
      <div className={classes.act}>
        <div>
          <CardHeading>{words.heading}</CardHeading>
          <CardHint aria-live="polite">{saying[level]}</CardHint>
        </div>
        <Choices
          aria-label={words.heading}
          data={choices}
          value={String(level)}
          onChange={(value) => hints.choose(Number(value) as HintLevel)}
        />
      </div>
    </CardSection>
  );
}
