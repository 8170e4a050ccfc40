// The yardstick of `npm run bench:contact`: the least a Deno handler can do for a contact message,
// one insert. No validation, no limits, no mail.
import postgres from 'postgres';

// Only what is used of it: the project's type check is Node's.
declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): void;
};

const sql = postgres(Deno.env.get('SUPABASE_DB_URL') ?? '', { max: 4 });

Deno.serve(async (request) => {
  const { name, phone, message } = (await request.json()) as Record<string, string>;
  await sql`insert into public.bare_messages (name, phone, message)
    values (${name ?? ''}, ${phone ?? ''}, ${message ?? ''})`;
  return Response.json({ status: 'accepted' });
});
