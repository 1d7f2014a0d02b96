import classes from './file-type-tag.module.css';

const looks: Record<string, string> = {
  PDF: 'pdf',
  Word: 'word',
  Excel: 'excel',
  PowerPoint: 'slides',
  JPEG: 'picture',
  PNG: 'picture',
  GIF: 'picture',
  MP4: 'film',
  'Hosted video': 'hosted',
};

/** The type of a file in words, in its own colour; the dash for one without a type stays plain. */
export const FileTypeTag = ({ label }: { label: string }) =>
  label === '–' ? (
    <span>{label}</span>
  ) : (
    <span className={classes.tag} data-look={looks[label]}>
      {label}
    </span>
  );
