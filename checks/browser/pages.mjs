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
      if (!href.includes('?') && href !== endpoint) found.add(href);
    }
    next = /<a href="([^"]+)" rel="next">/.exec(text)?.[1].replaceAll('&amp;', '&');
    if (next?.startsWith('?')) next = endpoint + next;
  }
  return [...found];
}

// subjects are the pages of the sample collection that are looked at closely: one of each
// endpoint, and those of the service.
export const subjects = [
  {name: 'front', path: '/'},
  {name: 'search', path: '/-/search?q=vermeer'},
  {name: 'list', path: '/object/'},
  {name: 'object', path: '/object/girl-with-a-pearl-earring'},
  {name: 'object-journey', path: '/object/the-milkmaid'},
  {name: 'person', path: '/person/johannes-vermeer'},
  {name: 'group', path: '/group/mauritshuis'},
  {name: 'place', path: '/place/delft'},
  {name: 'place-country', path: '/place/netherlands'},
  {name: 'provenance', path: '/provenance/girl-with-a-pearl-earring-1881'},
  {name: 'event', path: '/event/dissius-sale'},
  {name: 'concept', path: '/concept/kind-of-thing'},
  {name: 'set', path: '/set/mauritshuis-collection'},
  {name: 'text', path: '/text/decree-of-memphis-greek'},
  {name: 'visual', path: '/visual/girl-with-a-pearl-earring'},
  {name: 'abstract', path: '/abstract/decree-of-memphis'},
  {name: 'digital', path: '/digital/girl-with-a-pearl-earring-image'},
  {name: 'about', path: '/-/about'},
  {name: 'query', path: '/-/sparql'},
  {name: 'saved-query', path: '/-/query/works-by-decade'},
  {name: 'versions', path: '/-/timemap?of=https://data.museum.example/object/girl-with-a-pearl-earring'},
  {name: 'feed', path: '/-/activity/page/0'},
  {name: 'missing', path: '/person/nobody', status: 404},
];
