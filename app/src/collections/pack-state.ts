export { packState } from '#sync/save/pack-state.ts';
