// What the checks of the pages ask the server for.

// browserAccept is what browsers send for a page.
export const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

// getPage fetches a page as a browser would.
export async function getPage(url) {
  const answer = await fetch(url, {headers: {Accept: browserAccept}});
  return {status: answer.status, type: answer.headers.get('Content-Type'), text: await answer.text()};
}

// links returns where the links of a page lead, within the server, that begin
// with the prefix.
export function links(text, prefix) {
  const all = [...text.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href.replaceAll('&amp;', '&'));
  return [...new Set(all.filter(href => href.startsWith(prefix)))];
}

// records returns the addresses of all entities below an endpoint, such as
// /person/, from its list and the pages that continue it.
export async function records(server, endpoint) {
  const found = new Set();
  for (let next = endpoint; next; ) {
    const {text} = await getPage(server + next);
    for (const href of links(text, endpoint)) {
      if (!href.includes('?')) found.add(href);
    }
    next = /<a href="([^"]+)" rel="next">/.exec(text)?.[1].replaceAll('&amp;', '&');
    if (next?.startsWith('?')) next = endpoint + next;
  }
  return [...found];
}
