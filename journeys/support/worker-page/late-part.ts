import { build } from './build.ts';

export const latePart = `late part of build ${build}`;
