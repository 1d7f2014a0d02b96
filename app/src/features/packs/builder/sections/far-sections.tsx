import type { PackElement } from '@satchel/core/pack/pack-data.ts';
import { memo, useLayoutEffect, useRef } from 'react';
import { sectionAttributes, sectionTitle } from './section-attributes.ts';
import classes from './section-card.module.css';
import { useNear } from './use-near.ts';
import type { Stretches } from './use-stretches.ts';

interface Props {
  number: number;
  /** Position of the first section. */
  from: number;
  sections: readonly PackElement[];
  stretches: Stretches;
}

// As between the sections of the list, px.
const gap = 12;

/** Some sections far from the window: their titles, for whoever searches or reads the page, and the room they take. */
export const FarSections = memo(
  function FarSections({ number, from, sections, stretches }: Props) {
    const stretch = useRef<HTMLDivElement>(null);
    const { isNear } = useNear(stretch, false);
    useLayoutEffect(() => {
      if (isNear) stretches.onNear(number);
    }, [isNear, number, stretches]);
    const room = sections.reduce((sum, section) => sum + stretches.heightOf(section) + gap, -gap);
    return (
      <div
        ref={stretch}
        className={classes.stretch}
        data-stretch={from}
        style={{ containIntrinsicBlockSize: room }}
      >
        {sections.map((section, at) => (
          <section
            key={section.id}
            className={classes.card}
            {...sectionAttributes(section, from + at)}
            style={{ minHeight: stretches.heightOf(section) }}
          >
            <h2 className={classes.farTitle}>{sectionTitle(section)}</h2>
          </section>
        ))}
      </div>
    );
  },
  (one, other) =>
    one.number === other.number &&
    one.sections.length === other.sections.length &&
    one.sections.every((section, at) => section === other.sections[at]),
);
