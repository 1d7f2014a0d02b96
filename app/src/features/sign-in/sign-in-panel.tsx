import { SatchelGlyph } from '#ui/satchel-glyph.tsx';
import classes from './sign-in-panel.module.css';
import { texts } from './texts.ts';

/** The one full brand panel: the product, its claim, and the seam that runs under its devices. */
export const SignInPanel = () => (
  <aside className={classes.panel}>
    <div className={classes.brand}>
      <SatchelGlyph size={38} onPanel />
      <span>{texts.product}</span>
    </div>
    <div className={classes.claim}>
      <p className={classes.words}>{texts.claim}</p>
      <p className={classes.detail}>{texts.claimDetail}</p>
    </div>
    <Devices />
  </aside>
);

/** Three terminals on a stitched ground. Decoration, drawn by hand and in the theme's colours. */
const Devices = () => (
  <svg
    className={classes.devices}
    viewBox="0 0 500 300"
    preserveAspectRatio="xMidYMax slice"
    aria-hidden="true"
    focusable="false"
  >
    <path d="M0 128C60 150 110 176 190 160S330 60 500 78V300H0z" className={classes.hill} opacity=".55" />
    <path d="M0 206C90 186 150 214 230 206S350 176 500 168V300H0z" className={classes.hill} />
    <path d="M0 206C90 186 150 214 230 206S350 176 500 168" className={classes.seam} />
    <g>
      <ellipse cx="106" cy="215" rx="82" ry="6" className={classes.shadow} />
      <rect x="30" y="106" width="152" height="107" rx="14" className={classes.body} />
      <rect x="40" y="116" width="75" height="57" rx="7" className={classes.screen} />
      <text x="49" y="139" className={classes.label} fontSize="12.5">
        Bay 14
      </text>
      <rect x="49" y="149" width="40" height="3.5" rx="2" className={classes.mute} />
      <rect x="49" y="157" width="27" height="8" rx="4" className={classes.go} />
      <circle cx="149" cy="145" r="24" className={classes.reader} />
      <Waves x={143} y={145} />
      <rect x="51" y="188" width="110" height="6" rx="3" className={classes.slot} />
      <rect x="70" y="202" width="72" height="2.5" rx="1" className={classes.light} />
    </g>
    <g>
      <ellipse cx="262" cy="233" rx="66" ry="6" className={classes.shadow} />
      <path
        d="M232 60V22l5-6 5 6 5-6 5 6 5-6 5 6 5-6 5 6 5-6 5 6 5-6 5 6 5-6v44z"
        className={classes.paper}
      />
      <rect x="241" y="30" width="28" height="2.5" rx="1" className={classes.mute} />
      <rect x="241" y="37" width="40" height="2.5" rx="1" className={classes.mute} />
      <rect x="203" y="50" width="118" height="181" rx="16" className={classes.body} />
      <rect x="214" y="63" width="95" height="72" rx="7" className={classes.screen} />
      <path d="M214 70a7 7 0 0 1 7-7h81a7 7 0 0 1 7 7v9h-95z" className={classes.brandFill} />
      <text x="224" y="102" className={classes.label} fontSize="16">
        € 48.20
      </text>
      <rect x="224" y="113" width="34" height="4.5" rx="2" className={classes.mute} />
      <Waves x={286} y={113} dark />
      {[0, 1, 2].map((row) =>
        [0, 1, 2].map((column) => (
          <rect
            key={`${row}${column}`}
            x={217 + column * 31.5}
            y={146 + row * 18}
            width="27"
            height="13"
            rx="4"
            className={classes.key}
          />
        )),
      )}
      <rect x="217" y="200" width="27" height="13" rx="4" className={classes.stop} />
      <rect x="248.5" y="200" width="27" height="13" rx="4" className={classes.wait} />
      <rect x="280" y="200" width="27" height="13" rx="4" className={classes.go} />
      <rect x="235" y="222" width="54" height="4" rx="2" className={classes.slot} />
    </g>
    <g>
      <ellipse cx="396" cy="219" rx="48" ry="5" className={classes.shadow} />
      <rect x="353" y="47" width="86" height="170" rx="14" className={classes.shell} />
      <rect x="360" y="57" width="72" height="124" rx="8" className={classes.phoneScreen} />
      <text x="396" y="106" textAnchor="middle" className={classes.price} fontSize="16">
        € 12.90
      </text>
      <rect x="376" y="116" width="40" height="4" rx="2" fill="#fff" opacity=".5" />
      <Waves x={391} y={146} />
      <rect x="382" y="196" width="28" height="5" rx="2.5" className={classes.mute} />
    </g>
  </svg>
);

const Waves = ({ x, y, dark = false }: { x: number; y: number; dark?: boolean }) => (
  <g className={dark ? classes.wavesDark : classes.waves}>
    <path d={`M${x} ${y - 5}a8 8 0 0 1 0 10`} />
    <path d={`M${x + 5} ${y - 8}a13 13 0 0 1 0 16`} />
    <path d={`M${x + 10} ${y - 11}a18 18 0 0 1 0 22`} />
  </g>
);
