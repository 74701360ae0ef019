// Runs the scenarios of the conformance suite that are about what a server of tools and resources
// does, whichever tools these are: conform.mjs ADDRESS. The others call tools of the suite's own,
// which only a server that is made for it has.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const suite = join(here, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const scenarios = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'server-stateless', 'tools-list', 'resources-list', 'sep-2164-resource-not-found', 'dns-rebinding-protection',
    'caching', 'http-header-validation', 'server-sse-multiple-streams', 'input-required-result-unsupported-methods',
  ],
};
// Checks that call tools of the suite's own, and one that asks for prompts, of which there are none.
const needsItsTools = new Set([
  'sep-2549-prompts-list-caching-hints',
  'sep-2575-server-rejects-undeclared-capability', 'sep-2575-missing-capability-http-400',
  'sep-2575-http-server-no-independent-requests-on-stream', 'sep-2575-server-no-log-without-loglevel',
]);

// results are the checks in the files checks.json of a folder.
const results = (folder) => readdirSync(folder, { recursive: true })
  .filter((name) => name.endsWith('checks.json'))
  .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));

for (const [revision, names] of Object.entries(scenarios)) {
  for (const name of names) {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    const run = spawnSync(process.execPath, [suite, 'server', '--url', process.argv[2] + '/-/mcp', '--scenario', name, '--spec-version', revision, '--output-dir', folder], { encoding: 'utf8' });
    const all = results(folder).filter((check) => !needsItsTools.has(check.id));
    const failed = all.filter((check) => check.status === 'FAILURE');
    const passed = all.filter((check) => check.status === 'SUCCESS').length;
    if (failed.length === 0 && passed > 0) console.log(`ok MCP ${revision}, ${name}: ${passed} checks`);
    else console.log(`FAIL MCP ${revision}, ${name}: ${failed.map((check) => `${check.id}: ${check.errorMessage ?? check.description}`).join('; ') || run.stdout + run.stderr}`);
    rmSync(folder, { recursive: true });
  }
}
