import { ButtonLink } from '#navigation/links.tsx';
import { PageTitle } from '#navigation/page-title.tsx';
import { ReportPanel } from './reports/report-panel.tsx';
import { texts } from './reports/texts.ts';

const segments = ['my', 'packs'];

/** How all of a rep's packs do, those sent last first (PRPT-03). */
export default function ReportsScreen() {
  const toPacks = (
    <ButtonLink to="/packs" variant="light">
      {texts.toPacks}
    </ButtonLink>
  );
  return (
    <>
      <PageTitle inHeaderOnPhone>{texts.title}</PageTitle>
      <ReportPanel
        segments={segments}
        name={texts.allPacks}
        empty={texts.empty.packs}
        wayOn={toPacks}
        wayOnOffline={toPacks}
        ofPacks
      />
    </>
  );
}
