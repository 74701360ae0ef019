// What the checks print: one line a check, and below a failed one what went
// wrong. run.sh counts the lines.

// A failed check names this many of its faults and counts the rest.
const shown = 5;

// check prints the line of one check, given the faults it found.
export function check(name, faults = []) {
  if (faults.length === 0) {
    console.log(`ok   ${name}`);
    return;
  }
  console.log(`FAIL ${name}: ${faults.length} wrong`);
  for (const fault of faults.slice(0, shown)) {
    console.log(`     ${String(fault).replaceAll('\n', '\n     ')}`);
  }
  if (faults.length > shown) {
    console.log(`     and ${faults.length - shown} more`);
  }
}

// skip prints what was left out, and why.
export function skip(name, reason) {
  console.log(`skip ${name}: ${reason}`);
}

// note prints a remark on the checks above it.
export function note(text) {
  console.log(`     ${text}`);
}

// inParallel calls work with every item, so many at once, and returns what it
// came to in the order of the items.
export async function inParallel(items, many, work) {
  const results = new Array(items.length);
  let next = 0;
  await Promise.all(Array.from({length: many}, async () => {
    while (next < items.length) {
      const i = next++;
      results[i] = await work(items[i], i);
    }
  }));
  return results;
}
