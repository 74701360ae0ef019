// Deletes every seventh record of a service, others in each round.
//
// delete.mjs ADDRESS BASE TOKEN ROUND

const [address, base, token, round] = process.argv.slice(2);
const page = await (await fetch(`${address}/-/dump.nq`)).text();
const names = [...new Set(page.split("\n").map((line) => /<([^<>]*)> \.$/.exec(line)?.[1]).filter((name) => name?.startsWith(base)))];
let deleted = 0;
for (const [i, name] of names.entries()) {
	if (i % 7 !== Number(round)) continue;
	const answer = await fetch(address + "/" + name.slice(base.length), { method: "DELETE", headers: { authorization: `Bearer ${token}`, "if-match": "*" } });
	if (!answer.ok) throw new Error(`DELETE ${name}: ${answer.status} ${await answer.text()}`);
	deleted++;
}
if (deleted === 0) throw new Error("nothing was deleted");
