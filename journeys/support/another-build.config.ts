// The app once more, so that none of its files has the name or the bytes that the first build gave it.
import app from '../../app/vite.config.ts';

export default {
  ...app,
  plugins: [
    ...(app.plugins ?? []),
    {
      name: 'another-build',
      transformIndexHtml: (page: string) => page.replace('<html', '<html data-build="another"'),
    },
  ],
  build: {
    ...app.build,
    rolldownOptions: {
      ...app.build?.rolldownOptions,
      output: {
        ...app.build?.rolldownOptions?.output,
        entryFileNames: 'assets/another-[name]-[hash].js',
        chunkFileNames: 'assets/another-[name]-[hash].js',
        assetFileNames: 'assets/another-[name]-[hash][extname]',
      },
    },
  },
};
