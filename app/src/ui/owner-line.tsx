import classes from './owner-line.module.css';

interface Props {
  owner: string;
  terms: string | null;
  privacy: string | null;
  centred?: boolean;
}

/** The copyright sign, the current year and the owner; the links show only when configured (NAV-49, NAV-50). */
export function OwnerLine({ owner, terms, privacy, centred = false }: Props) {
  return (
    <footer className={classes.footer} data-centred={centred || undefined}>
      <span>{`© ${new Date().getFullYear()} ${owner}`}</span>
      {terms && (
        <a href={terms} target="_blank" rel="noreferrer">
          Terms
        </a>
      )}
      {privacy && (
        <a href={privacy} target="_blank" rel="noreferrer">
          Privacy
        </a>
      )}
    </footer>
  );
}
