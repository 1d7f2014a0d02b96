import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { useServices } from '#services.ts';
import { Card, CardHeading, CardHint, CardSection } from '#ui/card.tsx';
import classes from './settings-screen.module.css';
import { texts } from './texts.ts';

type FlagName = keyof typeof texts.settings.flagNames;

const flagNames = Object.entries(texts.settings.flagNames) as [FlagName, string][];

/** Feature flags of this device and the configured addresses (SET-03). */
export function SettingsTab() {
  const { configuration, flagChoices, device } = useServices();
  const [chosen, setChosen] = useState(() => flagChoices.chosen());
  const now = { ...flagChoices.configured, ...chosen };
  const isPending = flagNames.some(([name]) => now[name] !== configuration.flags[name]);
  const read = () => setChosen(flagChoices.chosen());
  const choose = (name: FlagName, value: boolean) => {
    flagChoices.choose({ [name]: value });
    read();
  };
  const forget = () => {
    flagChoices.forget();
    read();
  };
  return (
    <Card>
      <CardSection>
        <div className={classes.act}>
          <div>
            <CardHeading>{texts.settings.flags}</CardHeading>
            <CardHint>{texts.settings.flagsHint}</CardHint>
          </div>
          <Button variant="default" disabled={Object.keys(chosen).length === 0} onClick={forget}>
            {texts.settings.asConfigured}
          </Button>
        </div>
        <ul className={classes.choices}>
          {flagNames.map(([name, label]) => (
            <li key={name}>
              <Switch
                label={label}
                description={name in chosen ? `${name}, ${texts.settings.changedHere}` : name}
                checked={now[name]}
                labelPosition="left"
                onChange={(event) => choose(name, event.currentTarget.checked)}
                classNames={{
                  body: classes.choice,
                  labelWrapper: classes.choiceLabel,
                  description: classes.choiceName,
                }}
              />
            </li>
          ))}
        </ul>
        <div className={classes.pending} aria-live="polite">
          {isPending && (
            <>
              {texts.settings.afterReload}
              <Button onClick={() => void device.restart()}>{texts.settings.reload}</Button>
            </>
          )}
        </div>
      </CardSection>
      <Addresses />
    </Card>
  );
}

function Addresses() {
  const { host, api, auth } = useServices().configuration;
  const { none, byItself, thisOrigin, ...words } = texts.settings;
  const facts = [
    [words.host, host || thisOrigin],
    [words.api, api],
    [words.signIn, auth.login.url],
    [words.signOut, auth.logout.url || none],
    [words.register, auth.register?.url ?? none],
    [words.resetPassword, auth.reset?.url ?? none],
    [words.me, auth.me.url || byItself],
  ] as const;
  return (
    <CardSection>
      <CardHeading>{words.addresses}</CardHeading>
      <CardHint>{words.addressesHint}</CardHint>
      <dl className={classes.facts}>
        {facts.map(([term, value]) => (
          <div key={term} className={classes.fact}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </CardSection>
  );
}
