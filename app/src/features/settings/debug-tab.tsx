import { reasonOf } from '#ui/reason-of.ts';
import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { type Question, type RawAnswer, useServices } from '#services.ts';
import { Card, CardHeading, CardHint, CardSection } from '#ui/card.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import classes from './settings-screen.module.css';
import { texts } from './texts.ts';

/** More of an answer than anybody reads would only make the page slow. */
const shownCharacters = 100_000;

/** Tokens, raw answers of the host, and an error on purpose (SET-11). */
export function DebugTab() {
  return (
    <Card>
      <Tokens />
      <Answers />
      <Breaking />
    </Card>
  );
}

function Tokens() {
  const { diagnostics } = useServices();
  const [shown, setShown] = useState<string | null>(null);
  const show = async (which: 'token' | 'refreshToken') => {
    const tokens = await diagnostics.tokens();
    setShown(tokens ? tokens[which] : texts.debug.noToken);
  };
  return (
    <CardSection>
      <CardHeading>{texts.debug.tokens}</CardHeading>
      <CardHint>{texts.debug.tokensHint}</CardHint>
      <div className={classes.tries}>
        <Button variant="default" onClick={() => void show('token')}>
          {texts.debug.showToken}
        </Button>
        <Button variant="default" onClick={() => void show('refreshToken')}>
          {texts.debug.showRefreshToken}
        </Button>
      </div>
      <output aria-live="polite">{shown && <code className={classes.raw}>{shown}</code>}</output>
    </CardSection>
  );
}

function Answers() {
  const { diagnostics } = useServices();
  const [path, setPath] = useState('/config.json');
  const [answer, setAnswer] = useState<RawAnswer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [asking, setAsking] = useState<Question | null>(null);
  const ask = async (question: Question) => {
    setAsking(question);
    setFailure(null);
    try {
      setAnswer(await diagnostics.ask(question));
    } catch (error) {
      setAnswer(null);
      setFailure(reasonOf(error));
    } finally {
      setAsking(null);
    }
  };
  const askPath = (event: SubmitEvent) => {
    event.preventDefault();
    void ask({ path });
  };
  const button = (question: Exclude<Question, object>, label: string) => (
    <Button variant="default" loading={asking === question} onClick={() => void ask(question)}>
      {label}
    </Button>
  );
  return (
    <CardSection>
      <CardHeading>{texts.debug.ask}</CardHeading>
      <CardHint>{texts.debug.askHint}</CardHint>
      <div className={classes.tries}>
        {button('channel', texts.debug.channel)}
        {button('me', texts.debug.me)}
        {button('current-user', texts.debug.currentUser)}
        {button('sign-in', texts.debug.signIn)}
      </div>
      <form className={classes.path} onSubmit={askPath}>
        <TextInput
          label={texts.debug.path}
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" loading={asking !== null && typeof asking === 'object'}>
          {texts.debug.fetch}
        </Button>
      </form>
      {failure && <ErrorBanner text={failure} />}
      <output aria-live="polite">{answer && <Raw answer={answer} />}</output>
    </CardSection>
  );
}

function Raw({ answer }: { answer: RawAnswer }) {
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body, null, 2);
  return (
    <>
      <CardHint>
        {texts.debug.answer(answer.status)}, {answer.address}
      </CardHint>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who scrolls with the keyboard has to get in. */}
      <pre className={classes.raw} tabIndex={0}>
        {text.slice(0, shownCharacters)}
      </pre>
      {text.length > shownCharacters && (
        <CardHint>{texts.debug.tooLong(shownCharacters, text.length)}</CardHint>
      )}
    </>
  );
}

function Breaking() {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) throw new Error(texts.debug.exception);
  return (
    <CardSection>
      <div className={classes.act}>
        <div>
          <CardHeading>{texts.debug.error}</CardHeading>
          <CardHint>{texts.debug.errorHint}</CardHint>
        </div>
        <Button variant="default" color="red" onClick={() => setBroken(true)}>
          {texts.debug.trigger}
        </Button>
      </div>
    </CardSection>
  );
}
