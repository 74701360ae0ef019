// Pictures that stand for those of other hosts: drawings in the manner of old paintings,
// of a portrait or a view, which differ by address.

// A generator of numbers from 0 to 1 that gives the same ones for the same text.
function numbers(text) {
  let state = 2166136261;
  for (const character of text) state = Math.imul(state ^ character.codePointAt(0), 16777619) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

// paint returns a picture as SVG.
export function paint(address) {
  const next = numbers(address);
  const isView = /view|street|night|delft|stone|watch/i.test(address);
  const [width, height] = isView ? [1000, 820] : [800, 930];
  const hue = Math.floor(next() * 50) + 15;
  const light = `${Math.round(20 + next() * 30)}% 20%`;
  const body = isView ? view(next, width, height, hue) : portrait(next, width, height, hue);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>
<radialGradient id="b" cx="${light.split(' ')[0]}" cy="20%" r="95%"><stop offset="0" stop-color="hsl(${hue} 28% 26%)"/><stop offset="1" stop-color="hsl(${hue} 30% 7%)"/></radialGradient>
<radialGradient id="f" cx="38%" cy="36%" r="75%"><stop offset="0" stop-color="#f6dcc0"/><stop offset=".6" stop-color="#d9a67e"/><stop offset="1" stop-color="#7a4a33"/></radialGradient>
<linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="hsl(210 35% 62%)"/><stop offset="1" stop-color="hsl(${hue} 45% 80%)"/></linearGradient>
<filter id="c" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".035 .06" numOctaves="4" seed="${Math.floor(next() * 99)}"/><feColorMatrix values="0 0 0 0 .5  0 0 0 0 .42  0 0 0 0 .3  0 0 0 .55 -.12"/></filter>
<filter id="r"><feTurbulence type="fractalNoise" baseFrequency=".02" numOctaves="2"/><feDisplacementMap in="SourceGraphic" scale="9"/></filter>
</defs>
<rect width="100%" height="100%" fill="url(#b)"/>
<g filter="url(#r)">${body}</g>
<rect width="100%" height="100%" filter="url(#c)" opacity=".5"/>
</svg>`;
}

function portrait(next, width, height, hue) {
  const x = width * (0.44 + next() * 0.12);
  const y = height * 0.4;
  const cloth = `hsl(${Math.floor(200 + next() * 30)} 45% 45%)`;
  const dress = `hsl(${hue + 10} 40% 34%)`;
  return `<path d="M${x - 330} ${height} C${x - 280} ${y + 270} ${x - 150} ${y + 250} ${x - 60} ${y + 215} L${x + 110} ${y + 215} C${x + 210} ${y + 270} ${x + 300} ${y + 300} ${x + 350} ${height} Z" fill="${dress}"/>
<path d="M${x - 60} ${y + 110} L${x + 90} ${y + 110} L${x + 115} ${y + 245} C${x + 20} ${y + 290} ${x - 60} ${y + 260} ${x - 75} ${y + 230} Z" fill="#c98f6b"/>
<ellipse cx="${x}" cy="${y}" rx="132" ry="176" fill="url(#f)"/>
<path d="M${x - 140} ${y - 40} C${x - 150} ${y - 235} ${x + 150} ${y - 260} ${x + 165} ${y - 30} C${x + 110} ${y - 120} ${x - 60} ${y - 140} ${x - 140} ${y - 40} Z" fill="${cloth}"/>
<path d="M${x + 60} ${y - 190} C${x + 210} ${y - 190} ${x + 235} ${y + 120} ${x + 205} ${y + 300} C${x + 160} ${y + 240} ${x + 165} ${y - 20} ${x + 60} ${y - 190} Z" fill="hsl(${hue + 20} 60% 62%)"/>
<path d="M${x - 92} ${y - 18} q26 -18 52 0 M${x + 2} ${y - 18} q28 -18 56 2" stroke="#5a3524" stroke-width="7" fill="none"/>
<ellipse cx="${x - 64}" cy="${y - 4}" rx="15" ry="9" fill="#2d2018"/><ellipse cx="${x + 30}" cy="${y - 4}" rx="15" ry="9" fill="#2d2018"/>
<path d="M${x - 26} ${y + 4} C${x - 44} ${y + 52} ${x - 42} ${y + 58} ${x - 14} ${y + 60}" stroke="#a9714f" stroke-width="7" fill="none"/>
<path d="M${x - 52} ${y + 100} q34 -16 68 0 q-34 30 -68 0" fill="#b0483f"/>
<circle cx="${x + 128}" cy="${y + 110}" r="21" fill="#dfe3e2"/><circle cx="${x + 121}" cy="${y + 102}" r="7" fill="#fff"/>`;
}

function view(next, width, height, hue) {
  const horizon = height * (0.52 + next() * 0.08);
  let houses = '';
  for (let x = -20; x < width; ) {
    const broad = 50 + next() * 90;
    const tall = 60 + next() * 150;
    const colour = `hsl(${Math.floor(10 + next() * 30)} ${Math.floor(25 + next() * 25)}% ${Math.floor(22 + next() * 22)}%)`;
    houses += `<path d="M${x} ${horizon} V${horizon - tall} L${x + broad / 2} ${horizon - tall - 20 - next() * 50} L${x + broad} ${horizon - tall} V${horizon} Z" fill="${colour}"/>`;
    x += broad - 4;
  }
  const tower = width * (0.25 + next() * 0.5);
  return `<rect width="${width}" height="${horizon}" fill="url(#s)"/>
<ellipse cx="${width * 0.3}" cy="${height * 0.15}" rx="320" ry="70" fill="#f3efe6" opacity=".85"/><ellipse cx="${width * 0.75}" cy="${height * 0.25}" rx="280" ry="55" fill="#e6e2da" opacity=".8"/>
<path d="M${tower} ${horizon} V${horizon - 300} L${tower + 30} ${horizon - 390} L${tower + 60} ${horizon - 300} V${horizon} Z" fill="hsl(${hue} 30% 36%)"/>
${houses}<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="hsl(205 25% 34%)"/>
<path d="M0 ${height * 0.84} C${width * 0.3} ${height * 0.8} ${width * 0.6} ${height * 0.9} ${width} ${height * 0.86} V${height} H0 Z" fill="hsl(${hue} 40% 48%)"/>`;
}
