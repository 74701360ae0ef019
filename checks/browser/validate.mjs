// Checks that every page of a server is valid HTML: the front page, the lists,
// the entities, the errors.
//
//   node validate.mjs SERVER

import {HtmlValidate, StaticConfigLoader} from 'html-validate';
import {check} from '../interop/report.mjs';
import {getPage, links, records, subjects} from './pages.mjs';

const server = process.argv[2];
const validator = new HtmlValidate(new StaticConfigLoader({
  extends: ['html-validate:standard', 'html-validate:a11y'],
}));

const front = (await getPage(server + '/')).text;
const endpoints = links(front, '/').filter(href => /^\/[a-z]+\/$/.test(href));
await validate('front page', ['/']);
await validate('list', endpoints);
for (const endpoint of endpoints) {
  await validate(`record below ${endpoint}`, await records(server, endpoint));
}
const asked = address => address + (address.includes('?') ? '&' : '?');
const shown = subjects.filter(({status}) => !status).map(({path}) => path);
await validate('page in another language', shown.flatMap(path => ['nl', 'fr', 'de'].map(tag => `${asked(path)}lang=${tag}`)));
await validate('page of triples', shown.filter(path => /^\/\w+\/./.test(path)).map(path => `${asked(path)}format=triples`));
await validate('page of the service', links(front, '/-/').filter(href => !/healthz|readyz|metrics|dump\./.test(href)));
await validate('page of results', [
  ...links((await getPage(server + '/place/delft')).text, '/-/links/'),
  '/-/search?q=vermeer', '/-/search?q=nothinglikeit', '/-/search?class=HumanMadeObject', '/-/search?q=vermeer&sort=date',
  '/-/activity/page/1',
]);
await validate('kind of error', links((await getPage(server + '/-/errors/')).text, '/-/errors/'));
await validate('page that is not there', ['/person/nobody', '/-/nothing'], 404);

async function validate(what, paths, status = 200) {
  const faults = paths.length > 0 ? [] : ['there is none'];
  for (const path of paths) {
    const page = await getPage(server + path);
    if (page.status !== status || page.type !== 'text/html; charset=utf-8') {
      faults.push(`${path}: status ${page.status}, type ${page.type}`);
      continue;
    }
    const report = await validator.validateString(page.text, path);
    for (const {messages} of report.results) {
      for (const {line, ruleId, message} of messages) faults.push(`${path} line ${line}: ${ruleId}: ${message}`);
    }
  }
  check(`valid HTML: ${what}, ${paths.length} in all`, faults);
}
