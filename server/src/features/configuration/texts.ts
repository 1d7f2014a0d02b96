export const configurationTexts = {
  notBuilt: `<!doctype html><meta charset="utf-8"><title>Satchel</title>
<p>The content host is running, but the app has not been built yet. Run <code>npm start</code>, or build it with
<code>npm run build</code> and restart the host.</p>`,
};
