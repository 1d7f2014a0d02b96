export const contentTexts = {
  noSuchRecord: 'There is no such record.',
  notWritten: (type: string) => `Records of type ${type} cannot be made, changed or removed in this way.`,
  noSuchRelationship: (name: string, type: string) => `There is no relationship \`${name}\` on ${type}.`,
  noSuchFormat: (format: string) =>
    `No route found for the specified format ${format}. Supported formats: api_json.`,
  cutUpload: 'The upload broke off before its end. Nothing of it was kept.',
  tooManyBytes: 'The request body is larger than this host takes.',
  tooManyUnnamed:
    'Too many of your pictures wait for a record to name them. Name them in one, or try later: after a day they are cleared away.',
  tooSlow: 'The upload took so long that its picture was cleared away. Send it again.',
  noPicture: 'Only pictures of the types JPEG, PNG, GIF and WebP are taken.',
  brokenPicture: 'This picture is broken: it cannot be shown.',
  tooManyPixels: (most: number) =>
    `This picture is too large: at most ${most / 1_000_000} million pixels are taken.`,
  octetsNeeded: 'A file is sent as application/octet-stream.',
  headerNeeded:
    '"Content-Disposition" header is required. A file name in the format "filename=FILENAME" must be provided.',
  nameNeeded:
    'No filename found in "Content-Disposition" header. A file name in the format "filename=FILENAME" must be provided.',
  noExtendedName:
    'The extended "filename*" format is currently not supported in the "Content-Disposition" header.',
  noField: (field: string) => `Field "${field}" does not exist.`,
  noFileField: (field: string) => `Field "${field}" takes no file.`,
  mayNotUpload: 'The current user is not permitted to upload a file for this field.',
};
