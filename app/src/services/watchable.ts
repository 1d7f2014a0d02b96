export interface Watchable<T> {
  current(): T;
  subscribe(listener: () => void): () => void;
}
