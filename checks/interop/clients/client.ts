// Reads, searches and writes records by a client that openapi-typescript made of the OpenAPI
// description.
//
//	node client.js ADDRESS BASE SECRET
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

const [address, base, secret] = process.argv.slice(2);
const client = createClient<paths, "application/ld+json" | "application/json">({
  baseUrl: address,
  headers: { Accept: "application/ld+json, application/json", Authorization: `Bearer ${secret}` },
});

function check(name: string, ok: boolean, got: unknown) {
  console.log(ok ? `ok TypeScript client: ${name}` : `FAIL TypeScript client: ${name}: ${JSON.stringify(got)}`);
}

const read = await client.GET("/person/{id}", { params: { path: { id: "rembrandt" } } });
check("read", read.data?._label === "Rembrandt van Rijn", read.error ?? read.data);
const found = await client.GET("/-/search", { params: { query: { q: "rembrandt", page: "1" } } });
check("search", found.data?.orderedItems?.some((item) => item.id === base + "person/rembrandt") === true, found.error ?? found.data);
const record = { "@context": "https://linked.art/ns/v1/linked-art.json", id: base + "object/typescript", type: "HumanMadeObject", _label: "A mask" };
const written = await client.PUT("/object/{id}", { params: { path: { id: "typescript" }, header: { "If-None-Match": "*" } }, body: record });
check("write", written.response.status === 201, written.error);
const again = await client.GET("/object/{id}", { params: { path: { id: "typescript" } } });
check("read what was written", again.data?._label === "A mask", again.error ?? again.data);
const loaded = await client.POST("/-/load", { body: [1, 2].map((n) => ({ ...record, id: `${base}object/typescript-${n}` })) });
check("load", loaded.data?.created === 2, loaded.error ?? loaded.data);
