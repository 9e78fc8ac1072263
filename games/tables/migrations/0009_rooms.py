"""People and the door move from tables to rooms, which see one table after another.

Processes of the version before still run while this happens. What they know stays in the database for them, filled in
by two triggers; what they write gets its room and its guest by the same. A later migration takes all of that away.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.tables.models

# A chain of tables, each following another, is a room; players with one recovery code in it are one guest.
FILL = """
with recursive chain (id, root) as (
    select id, id from tables_table where follows_id is null
    union all
    select next.id, chain.root from tables_table next join chain on next.follows_id = chain.id
), last as (
    select distinct on (root) root, t.* from tables_table t join chain using (id) order by root, t.id desc
), made as (
    insert into tables_room (code, private, invitation, closed, opened_by_id, opened_at)
    select first.code, last.private, last.invitation, false, first.opened_by_id, first.opened_at
    from last join tables_table first on first.id = last.root
    returning id, code
)
update tables_table t set room_id = made.id
from chain join tables_table first on first.id = chain.root join made on made.code = first.code
where chain.id = t.id;

insert into tables_guest (room_id, nickname, language, recovery, key, came_at, seen_at)
select distinct on (t.room_id, p.recovery) t.room_id, nickname, language, recovery, p.key, joined_at, seen_at
from tables_player p join tables_table t on t.id = p.table_id
order by t.room_id, p.recovery, p.id desc;

update tables_player p set guest_id = g.id
from tables_table t, tables_guest g
where t.id = p.table_id and g.room_id = t.room_id and g.recovery = p.recovery;

update tables_room r set host_id = p.guest_id
from tables_table t join tables_player p on p.id = t.host_id
where t.room_id = r.id and not exists (select from tables_table later where later.room_id = r.id and later.id > t.id);

set constraints all immediate;
"""

# What deletes a player or a user now knows nothing of these columns any more: the database itself empties them.
LOOSEN = """
alter table tables_player drop constraint one_player_per_recovery_code;
alter table tables_player drop constraint one_player_per_form;
do $$ declare one record; begin
    for one in select conname from pg_constraint where conrelid = 'tables_table'::regclass and contype = 'f'
        and conkey[1] in (select attnum from pg_attribute where attrelid = 'tables_table'::regclass
                          and attname in ('host_id', 'opened_by_id')) loop
        execute format('alter table tables_table drop constraint %I', one.conname);
    end loop;
end $$;
alter table tables_table
    add constraint tables_table_host foreign key (host_id) references tables_player on delete set null,
    add constraint tables_table_opened_by foreign key (opened_by_id) references auth_user on delete set null;
"""

BRIDGE = """
create function tables_table_bridge() returns trigger language plpgsql as $$ declare home tables_room; begin
    if new.room_id is null then
        select room_id into new.room_id from tables_table where id = new.follows_id;
    end if;
    if new.room_id is null then
        insert into tables_room (code, private, invitation, closed, opened_by_id, opened_at)
        values (new.code, new.private, new.invitation, false, new.opened_by_id, new.opened_at)
        returning id into new.room_id;
    end if;
    select * into home from tables_room where id = new.room_id;
    new.private := home.private;
    new.invitation := home.invitation;
    return new;
end $$;
create trigger tables_table_bridge before insert on tables_table
    for each row execute function tables_table_bridge();

create function tables_player_bridge() returns trigger language plpgsql as $$ declare home bigint; begin
    select room_id into home from tables_table where id = new.table_id;
    if new.guest_id is null then
        select id into new.guest_id from tables_guest where room_id = home and recovery = new.recovery;
    end if;
    if new.guest_id is null then
        insert into tables_guest (room_id, nickname, language, recovery, key, came_at, seen_at)
        values (home, new.nickname, new.language, new.recovery, new.key, new.joined_at, new.seen_at)
        returning id into new.guest_id;
        update tables_room set host_id = new.guest_id where id = home and host_id is null;
    end if;
    select nickname, language, recovery, seen_at into new.nickname, new.language, new.recovery, new.seen_at
    from tables_guest where id = new.guest_id;
    return new;
end $$;
create trigger tables_player_bridge before insert on tables_player
    for each row execute function tables_player_bridge();
"""

# The way back: what has changed since goes into the old columns, and a guest's second seat gets a code of its own.
BACK = """
drop trigger tables_table_bridge on tables_table;
drop trigger tables_player_bridge on tables_player;
drop function tables_table_bridge, tables_player_bridge;

update tables_player p set nickname = g.nickname, language = g.language, recovery = g.recovery, seen_at = g.seen_at
from tables_guest g where g.id = p.guest_id;
update tables_player p set recovery = upper(substr(md5(random()::text), 1, 12)), key = null
where exists (select from tables_player first
              where first.table_id = p.table_id and first.recovery = p.recovery and first.id < p.id);
update tables_table t set private = r.private, invitation = r.invitation, opened_by_id = r.opened_by_id,
    host_id = (select min(id) from tables_player p where p.table_id = t.id and p.guest_id = r.host_id)
from tables_room r where r.id = t.room_id;
set constraints all immediate;

alter table tables_table drop constraint tables_table_host, drop constraint tables_table_opened_by;
alter table tables_table
    add constraint tables_table_host_id_fk foreign key (host_id) references tables_player deferrable initially deferred,
    add constraint tables_table_opened_by_id_fk foreign key (opened_by_id) references auth_user
        deferrable initially deferred;
alter table tables_player add constraint one_player_per_recovery_code unique (table_id, recovery);
alter table tables_player add constraint one_player_per_form unique (table_id, key);
"""


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tables", "0008_milestones"),
    ]

    operations = [
        migrations.CreateModel(
            name="Room",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(default=games.tables.models.new_code, max_length=8, unique=True)),
                ("private", models.BooleanField(default=False)),
                (
                    "invitation",
                    models.CharField(default=games.tables.models.new_key, editable=False, max_length=32),
                ),
                ("closed", models.BooleanField(default=False)),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                (
                    "opened_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"verbose_name": "room", "verbose_name_plural": "rooms", "ordering": ["-opened_at"]},
        ),
        migrations.CreateModel(
            name="Guest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("nickname", models.CharField(max_length=20)),
                ("language", models.CharField(max_length=5)),
                ("recovery", models.CharField(editable=False, max_length=12)),
                ("key", models.UUIDField(editable=False, null=True)),
                ("came_at", models.DateTimeField(auto_now_add=True)),
                ("seen_at", models.DateTimeField(blank=True, null=True)),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="guests", to="tables.room"
                    ),
                ),
            ],
            options={
                "ordering": ["came_at", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("room", "recovery"), name="one_guest_per_recovery_code"),
                    models.UniqueConstraint(fields=("room", "key"), name="one_guest_per_form"),
                ],
            },
        ),
        migrations.AddField(
            model_name="room",
            name="host",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tables.guest",
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="room",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="tables", to="tables.room"
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="guest",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="players", to="tables.guest"
            ),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.AlterField(
            model_name="table",
            name="room",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="tables", to="tables.room"
            ),
        ),
        migrations.AlterField(
            model_name="player",
            name="guest",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="players", to="tables.guest"
            ),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(LOOSEN + BRIDGE, BACK)],
            state_operations=[
                migrations.RemoveConstraint(model_name="player", name="one_player_per_recovery_code"),
                migrations.RemoveConstraint(model_name="player", name="one_player_per_form"),
                *(
                    migrations.RemoveField(model_name="player", name=name)
                    for name in ("nickname", "language", "recovery", "key", "seen_at")
                ),
                *(
                    migrations.RemoveField(model_name="table", name=name)
                    for name in ("private", "invitation", "host", "opened_by")
                ),
            ],
        ),
    ]
