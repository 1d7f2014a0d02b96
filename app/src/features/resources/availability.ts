/** 'internal' and 'public' show as such; anything else, or nothing, is unknown (RES-05, RES-06). */
export function availabilityOf(availability: string | null | undefined): 'internal' | 'public' | 'unknown' {
  return availability === 'internal' || availability === 'public' ? availability : 'unknown';
}
