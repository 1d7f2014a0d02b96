import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ReloadOutcome, useContentInView } from '#navigation/page-state.tsx';
import { type Report, useServices, useWatched } from '#services.ts';
import { reasonOf } from '#ui/reason-of.ts';
import { useComingBack } from '../use-coming-back.ts';

/** PRPT-04 */
export const pageSize = 20;

interface Shown {
  of: string;
  number: number;
  report: Report;
  /** When it was asked for; ms. */
  askedAt: number;
}

type Question = PromiseWithResolvers<ReloadOutcome>;

/** What nobody looks at any more is missed by nobody. */
const left: ReloadOutcome = { ok: true };

/**
 * One page of a report from the host; asked for again when the device is back online, when somebody comes back to the window, and by the
 * header's refresh.
 * @param segments null for one that the host cannot have
 */
export function useReport(segments: readonly string[] | null, number: number) {
  const { reports, connection, session } = useServices();
  const { online } = useWatched(connection);
  const { user } = useWatched(session);
  const [tries, setTries] = useState(0);
  const [last, setLast] = useState<Shown | null>(null);
  const [failed, setFailed] = useState<{ key: string; failure: string } | null>(null);
  /** The question that was answered last, in whatever way. */
  const [answered, setAnswered] = useState<string | null>(null);
  const path = segments?.join('/') ?? null;
  const of = `${user?.uuid ?? ''} ${path}`;
  const key = `${of} ${number} ${tries}`;
  const mayAsk = online && user !== null;
  // A page stays until the next one has come, and where that does not come.
  const shown = last?.of === of ? last : null;

  /** What is on its way is not asked for beside itself: whoever asks meanwhile hears what comes of it. */
  const onItsWay = useRef<Question | null>(null);
  const answer = async (path: string, question: Question): Promise<ReloadOutcome> => {
    const askedAt = Date.now();
    const isLeft = () => onItsWay.current !== question;
    try {
      const report = await reports.read(path.split('/'), { number, size: pageSize });
      if (isLeft()) return left;
      setLast({ of, number, report, askedAt });
      setFailed(null);
      return { ok: true };
    } catch (error) {
      if (isLeft()) return left;
      const failure = reasonOf(error);
      // What is here stays without a word; what is not here is missed.
      if (shown?.number !== number) setFailed({ key, failure });
      return { ok: false, failure };
    }
  };
  const ask = (path: string): Promise<ReloadOutcome> => {
    if (onItsWay.current) return onItsWay.current.promise;
    const question: Question = Promise.withResolvers();
    onItsWay.current = question;
    void answer(path, question).then((outcome) => {
      if (onItsWay.current === question) {
        onItsWay.current = null;
        setAnswered(key);
      }
      question.resolve(outcome);
    });
    return question.promise;
  };
  const askFirst = useEffectEvent(async (path: string, question: string) => {
    const outcome = await ask(path);
    if (!outcome.ok) setFailed({ key: question, failure: outcome.failure });
  });
  useEffect(() => {
    if (!mayAsk || path === null) return;
    void askFirst(path, key);
    return () => {
      // A refresh of what is left ends with it: the next report has one of its own.
      onItsWay.current?.resolve(left);
      onItsWay.current = null;
    };
  }, [path, key, mayAsk]);

  useComingBack({
    lastAskedAt: () => (mayAsk && shown ? shown.askedAt : null),
    ask: () => {
      if (path !== null) void ask(path);
    },
  });
  useContentInView(path === null ? null : { pulled: shown?.askedAt ?? null, reload: () => ask(path) });
  return {
    report: shown?.report ?? null,
    /** Of the page that is shown, from 0. */
    shownNumber: shown?.number ?? number,
    failure: failed?.key === key ? failed.failure : null,
    letGo: () => setFailed(null),
    again: () => setTries(tries + 1),
    isOnItsWay: answered !== key,
  };
}
