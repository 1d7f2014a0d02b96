import { Dexie } from 'dexie';

// Dexie puts its own in its place while a live query or a transaction runs.
const PromiseOfBrowser = Promise;

/** Whether Dexie takes what runs now for a part of a live query, which may write nothing. */
const isInQuery = () => Promise !== PromiseOfBrowser && Dexie.currentTransaction === null;

/**
 * Does the work outside of the live query that asks for it, or that Dexie takes the caller for: what a query brings about
 * and others wait for goes on, for them too, as a part of that query.
 */
export const outsideQueries = <T>(work: () => Promise<T>): Promise<T> =>
  isInQuery()
    ? new PromiseOfBrowser((resolve, reject) => setTimeout(() => work().then(resolve, reject)))
    : work();
