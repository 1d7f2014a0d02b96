/** HTML as office programs put it on the clipboard, shortened where it only repeats itself. */

const wordHead = `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word"
xmlns:m="http://schemas.microsoft.com/office/2004/12/omml"
xmlns="http://www.w3.org/TR/REC-html40">

<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Word.Document>
<meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/nora/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml>
 <w:WordDocument><w:View>Normal</w:View><w:Zoom>0</w:Zoom></w:WordDocument>
</xml><![endif]-->
<style>
<!--
 @font-face {font-family:"Cambria Math"; panose-1:2 4 5 3 5 4 6 3 2 4;}
 p.MsoNormal, li.MsoNormal, div.MsoNormal {mso-style-unhide:no; margin:0cm; font-size:12.0pt; font-family:"Aptos",sans-serif;}
 h1 {mso-style-priority:9; font-size:20.0pt; color:#0F4761; font-weight:normal;}
 a:link, span.MsoHyperlink {mso-style-priority:99; color:#467886; text-decoration:underline;}
 /* List Definitions */
 @list l0 {mso-list-id:1421874560; mso-list-type:hybrid;}
-->
</style>
<!--[if gte mso 10]><style>table.MsoNormalTable {mso-style-name:"Table Normal";}</style><![endif]-->
</head>

<body lang=EN-GB link="#467886" vlink="#96607D" style='tab-interval:36.0pt;word-wrap:break-word'>
<!--StartFragment-->`;
const wordEnd = '<!--EndFragment-->\n</body>\n\n</html>\n';

const bullet = (sign: string, font: string) =>
  `<![if !supportLists]><span style='font-family:${font};mso-fareast-font-family:${font};mso-bidi-font-family:${font}'><span
style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]>`;

const number = (sign: string) =>
  `<![if !supportLists]><span style='mso-bidi-font-family:Aptos'><span style='mso-list:Ignore'>${sign}<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]>`;

const wordItem = (at: 'First' | 'Middle' | 'Last', place: string, sign: string, words: string) =>
  `<p class=MsoListParagraphCxSp${at} style='margin-left:36.0pt;mso-add-space:auto;text-indent:-18.0pt;
mso-list:${place}'>${sign}<span lang=EN-US
style='mso-ansi-language:EN-US'>${words}<o:p></o:p></span></p>

`;

export const wordLists = `${wordHead}<p class=MsoNormal><b>What you get</b><o:p></o:p></p>

<p class=MsoNormal><o:p>&nbsp;</o:p></p>

${wordItem('First', 'l0 level1 lfo1', bullet('·', 'Symbol'), 'Terminal')}${wordItem('Middle', 'l0 level2 lfo1', bullet('o', '"Courier New"'), 'with printer')}${wordItem('Middle', 'l0 level3 lfo1', bullet('§', 'Wingdings'), 'thermal')}${wordItem('Last', 'l0 level1 lfo1', bullet('·', 'Symbol'), 'Contract')}<p class=MsoNormal>Next steps:<o:p></o:p></p>

${wordItem('First', 'l1 level1 lfo2', number('1.'), 'Sign')}${wordItem('Middle', 'l1 level2 lfo2', number('a.'), 'on paper')}${wordItem('Last', 'l1 level1 lfo2', number('2.'), 'Plug in')}<p class=MsoNormal>And then:<o:p></o:p></p>

${wordItem('First', 'l1 level1 lfo2', number('3.'), 'Sell')}${wordItem('Last', 'l1 level1 lfo2', number('4.'), 'Smile')}${wordEnd}`;

export const wordTable = `${wordHead}<h1>Prices</h1>

<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;
 mso-border-alt:solid windowtext .5pt;mso-yfti-tbllook:1184'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  <td width=301 valign=top style='width:225.4pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt'>
  <p class=MsoNormal><b>Terminal<o:p></o:p></b></p>
  </td>
  <td width=301 valign=top style='width:225.4pt;border:solid windowtext 1.0pt;border-left:none;padding:0cm 5.4pt 0cm 5.4pt'>
  <p class=MsoNormal align=right style='text-align:right'><b>Monthly<o:p></o:p></b></p>
  </td>
 </tr>
 <tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'>
  <td width=301 valign=top style='width:225.4pt;border:solid windowtext 1.0pt;border-top:none'>
  <p class=MsoNormal>Desk/5000<o:p></o:p></p>
  </td>
  <td width=301 valign=top style='width:225.4pt;border:none'>
  <p class=MsoNormal align=right style='text-align:right'>€ 29<o:p></o:p></p>
  </td>
 </tr>
</table>

<p class=MsoNormal><o:p>&nbsp;</o:p></p>

${wordEnd}`;

export const wordPicture = `${wordHead}<p class=MsoNormal>Our shop:<o:p></o:p></p>

<p class=MsoNormal><span style='mso-no-proof:yes'><!--[if gte vml 1]><v:shape id="Picture_x0020_1" o:spid="_x0000_i1025" type="#_x0000_t75" style='width:120pt;height:90pt'>
 <v:imagedata src="file:///C:/Users/nora/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png" o:title=""/>
</v:shape><![endif]--><![if !vml]><img width=160 height=120
src="file:///C:/Users/nora/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png" v:shapes="Picture_x0020_1"><![endif]></span><o:p></o:p></p>

<p class=MsoNormal>See <a href="https://velden.example/shop">our site</a>, <a href="file:///C:/Users/nora/Prices.docx">the
file</a> and <a href="#_Toc1">below</a>.<o:p></o:p></p>

${wordEnd}`;

export const wordReviewed = `${wordHead}<p class=MsoNormal>The price is <a style='mso-comment-reference:NL_1;mso-comment-date:20261120T0911'>€
29</a><span class=MsoCommentReference><span style='font-size:8.0pt'><![if !supportAnnotations]><a
class=msocomanchor id="_anchor_1" href="#_msocom_1" language=JavaScript name="_msoanchor_1">[NL1]</a><![endif]><span
style='mso-special-character:comment'>&nbsp;</span></span></span><span class=msoDel><del cite="mailto:Nora"
datetime="2026-11-20T09:10">, at least for now</del></span><span class=msoIns><ins cite="mailto:Nora"
datetime="2026-11-20T09:10"> a month</ins></span>.<span style='display:none;mso-hide:all'>margin 40 %</span><o:p></o:p></p>

<div style='mso-element:comment-list'><![if !supportAnnotations]><hr class=msocomoff align=left size=1 width="33%"><![endif]>
<div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText>We could go down to 25.<o:p></o:p></p></div></div>
</div>
${wordEnd}`;

export const wordOnline = `<div class="ListContainerWrapper SCXW12873 BCX0"><ul class="BulletListStyle1 SCXW12873 BCX0" role="list"><li class="OutlineElement Ltr SCXW12873 BCX0" data-leveltext="" data-font="Symbol" data-listid="2" data-aria-posinset="1" data-aria-level="1" role="listitem"><p class="Paragraph SCXW12873 BCX0" xml:lang="EN-GB" lang="EN-GB" paraid="1"><span class="TextRun SCXW12873 BCX0"><span class="NormalTextRun SCXW12873 BCX0">Terminal</span></span><span class="EOP SCXW12873 BCX0">&nbsp;</span></p></li></ul></div><div class="ListContainerWrapper SCXW12873 BCX0"><ul class="BulletListStyle2 SCXW12873 BCX0" role="list"><li class="OutlineElement Ltr SCXW12873 BCX0" data-leveltext="o" data-font="Courier New" data-listid="2" data-aria-posinset="1" data-aria-level="2" role="listitem"><p class="Paragraph SCXW12873 BCX0" lang="EN-GB"><span class="TextRun SCXW12873 BCX0"><span class="NormalTextRun SCXW12873 BCX0">with printer</span></span><span class="EOP SCXW12873 BCX0">&nbsp;</span></p></li></ul></div><div class="ListContainerWrapper SCXW12873 BCX0"><ul class="BulletListStyle1 SCXW12873 BCX0" role="list"><li class="OutlineElement Ltr SCXW12873 BCX0" data-leveltext="" data-listid="2" data-aria-posinset="2" data-aria-level="1" role="listitem"><p class="Paragraph SCXW12873 BCX0" lang="EN-GB"><span class="TextRun SCXW12873 BCX0"><span class="NormalTextRun SCXW12873 BCX0">Contract</span></span><span class="EOP SCXW12873 BCX0">&nbsp;</span></p></li></ul></div>`;

export const excel = `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:x="urn:schemas-microsoft-com:office:excel"
xmlns="http://www.w3.org/TR/REC-html40">

<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Excel.Sheet>
<meta name=Generator content="Microsoft Excel 15">
<style>
<!--table
	{mso-displayed-decimal-separator:"\\.";
	mso-displayed-thousand-separator:"\\,";}
tr
	{mso-height-source:auto;}
col
	{mso-width-source:auto;}
td
	{padding-top:1px;
	color:black;
	font-size:12.0pt;
	font-weight:400;
	font-style:normal;
	text-decoration:none;
	vertical-align:bottom;
	white-space:nowrap;}
.xl65
	{font-weight:700;}
.xl66
	{mso-number-format:"\\0022€\\0022\\\\ \\#\\,\\#\\#0";}
-->
</style>
</head>

<body link="#467886" vlink="#96607D">

<table border=0 cellpadding=0 cellspacing=0 width=261 style='border-collapse:
 collapse;width:195pt'>
<!--StartFragment-->
 <col width=87 span=3 style='width:65pt'>
 <tr height=21 style='height:16.0pt'>
  <td height=21 class=xl65 width=87 style='height:16.0pt;width:65pt'>Model</td>
  <td class=xl65 width=87 style='width:65pt'>Monthly</td>
  <td class=xl65 width=87 style='width:65pt'>Printer</td>
 </tr>
 <tr height=21 style='height:16.0pt'>
  <td height=21 style='height:16.0pt'>Desk/5000</td>
  <td class=xl66 align=right>€ 29</td>
  <td></td>
 </tr>
 <tr height=21 style='height:16.0pt'>
  <td colspan=2 height=21 style='height:16.0pt;mso-ignore:colspan'>Move/2500 &amp; case</td>
  <td>yes</td>
 </tr>
 <tr height=21 style='height:16.0pt'>
  <td height=21 style='height:16.0pt' colspan=3></td>
 </tr>
<!--EndFragment-->
</table>

</body>

</html>
`;

const run = (style: string, words: string) =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;${style}vertical-align:baseline;white-space:pre;white-space:pre-wrap;">${words}</span>`;
const plain = 'font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;';

export const googleDocs = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5c1f8d4e-7fff-6e2b-9d0a-1b2c3d4e5f60"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;">${run(plain, 'Offer')}</h1><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${run('font-weight:700;font-style:normal;text-decoration:none;', 'Dear all')}${run(plain, ', see ')}<a href="https://velden.example/" style="text-decoration:none;">${run('font-weight:400;text-decoration:underline;-webkit-text-decoration-skip:none;', 'our site')}</a>${run(plain, '.')}</p><br /><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" style="line-height:1.38;" role="presentation">${run(plain, 'Terminal')}</p></li><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation">${run(plain, 'with printer')}</p></li></ul></ul><p dir="ltr" style="line-height:1.38;">${run(plain, '<span style="border:none;display:inline-block;overflow:hidden;width:200px;height:100px;"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nXe" width="200" height="100" style="margin-left:0px;margin-top:0px;" /></span>')}</p></b><br class="Apple-interchange-newline">`;

export const googleSheets = `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;font-family:Arial;width:0px;border-collapse:collapse;border:none" data-sheets-root="1" data-sheets-baot="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;font-weight:bold;">Model</td><td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;font-weight:bold;">Monthly</td></tr><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;">Desk/5000</td><td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;text-align:right;">29</td></tr></tbody></table>`;

export const outlook = `${wordHead}<div>
<table class=MsoNormalTable border=0 cellspacing=0 cellpadding=0 width="100%" style='width:100.0%'>
 <tr>
  <td style='padding:0cm 0cm 0cm 0cm'>
  <table class=MsoNormalTable border=0 cellspacing=0 cellpadding=0>
   <tr>
    <td style='padding:0cm'><p class=MsoNormal>Hello Daniel,<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p></td>
   </tr>
   <tr>
    <td style='padding:0cm'><p class=MsoNormal>the terminals are on their way <span style='font-family:"Segoe UI Emoji",sans-serif'>&#128578;</span><o:p></o:p></p></td>
   </tr>
  </table>
  </td>
 </tr>
</table>
<ul style='margin-top:0cm' type=disc>
 <li class=MsoListParagraph style='margin-left:0cm;mso-list:l0 level1 lfo1'>two for the bar<o:p></o:p></li>
 <li class=MsoListParagraph style='margin-left:0cm;mso-list:l0 level1 lfo1'>one for the terrace<o:p></o:p></li>
</ul>
<p class=MsoNormal>Nora Lindqvist, <a href="mailto:nora@velden.example">nora@velden.example</a><o:p></o:p></p>
<p class=MsoNormal><img width=120 height=40 id="Picture_x0020_1" src="cid:image001.png@01DB3B2A.4C1D2E30" alt="Velden logo"><img width=1 height=1 src="https://track.example/open.gif"><o:p></o:p></p>
</div>${wordEnd}`;

export const libreOffice = `<!DOCTYPE html>
<html>
<head>
	<meta http-equiv="content-type" content="text/html; charset=utf-8"/>
	<title></title>
	<meta name="generator" content="LibreOffice 24.8.3.2 (Linux)"/>
	<style type="text/css">
		@page { size: 21cm 29.7cm; margin: 2cm }
		p { line-height: 115%; margin-bottom: 0.25cm; background: transparent }
		th p { text-align: left }
		a:link { color: #000080; text-decoration: underline }
	</style>
</head>
<body lang="en-GB" link="#000080" vlink="#800000" dir="ltr">
<h2 class="western">Offer</h2>
<p style="line-height: 100%; margin-bottom: 0cm">
<font face="Liberation Serif, serif"><font size="3" style="font-size: 12pt"><b>Two
boxes</b> come <i>on Monday</i>.</font></font></p>
<p style="line-height: 100%; margin-bottom: 0cm"><br/>

</p>
<ol>
	<li><p style="line-height: 100%; margin-bottom: 0cm">Terminal</p></li>
	<ol>
		<li><p style="line-height: 100%; margin-bottom: 0cm">with printer</p></li>
	</ol>
</ol>
<p style="line-height: 100%; margin-bottom: 0cm"><img src="file:///tmp/lu2381k.tmp/lu2381k_tmp_1b.png" name="Image1" align="left" width="189" height="94" border="0"/>
</p>
<table width="100%" cellpadding="4" cellspacing="0">
	<thead>
		<tr valign="top"><th width="50%"><p>Model</p></th><th width="50%"><p>Monthly</p></th></tr>
	</thead>
	<tbody>
		<tr valign="top"><td width="50%"><p>Desk/5000</p></td><td width="50%"><p>29</p></td></tr>
	</tbody>
</table>
</body>
</html>`;
