// Reads a corpus by rapper, the command of the Raptor library, and prints what
// it finds, for compare.mjs.
//
//   node rapper.mjs FOLDER > RESULTS

import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {readAll, readCorpus} from './corpus.mjs';

const collections = await readCorpus(process.argv[2]);

for (const [form, format] of Object.entries({turtle: 'turtle', ntriples: 'ntriples', rdfxml: 'rdfxml'})) {
  await readAll(collections, 'rapper', form, async (file, record) => {
    const options = {maxBuffer: 64 << 20};
    const {stdout, stderr} = await promisify(execFile)('rapper', ['-q', '-i', format, '-o', 'ntriples', file, record.iri], options);
    if (/error|warning/i.test(stderr)) throw new Error(stderr);
    return stdout;
  });
}
