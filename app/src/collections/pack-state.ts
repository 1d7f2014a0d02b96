export { neverSaved, packState } from '#sync/save/pack-state.ts';
