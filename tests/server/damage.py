"""Damage that somebody may do to a database, by what it is called: a statement for each."""

from __future__ import annotations

# Every match below has: join 1, start 2, orders 3 and 4, step 5, chat 6, then more battles, and a resignation.
ORDER, STEP, CHAT = 4, 5, 6
STRANGER = "(SELECT min(id) FROM players WHERE id NOT IN (SELECT player FROM seats WHERE match = :id))"
SEED = {"sqlite": "zeroblob(32)", "postgresql": "decode(repeat('00', 32), 'hex')"}
DAMAGE = {
    "a changed order": f"UPDATE journal SET body = '{{\"card\":9}}' WHERE match = :id AND seq = {ORDER}",
    "an illegal order": f"UPDATE journal SET body = '{{\"card\":99}}' WHERE match = :id AND seq = {ORDER}",
    "an order that cannot be read": f"UPDATE journal SET body = '{{' WHERE match = :id AND seq = {ORDER}",
    "an order of another seat": f"UPDATE journal SET seat = 1 WHERE match = :id AND seq = {ORDER}",
    "a missing row": f"DELETE FROM journal WHERE match = :id AND seq = {ORDER}",
    "a missing end": "DELETE FROM journal WHERE match = :id AND seq = (SELECT max(seq) FROM journal WHERE match = :id)",
    "a row too many": "INSERT INTO journal SELECT match, seq + 1000, step, seat, kind, body, NULL, at FROM journal "
    f"WHERE match = :id AND seq = {ORDER}",
    "a changed hash": f"UPDATE journal SET body = '\"00\"' WHERE match = :id AND seq = {STEP}",
    "a step that is gone": f"UPDATE journal SET kind = 'chat' WHERE match = :id AND seq = {STEP}",
    "a step recorded twice": "UPDATE journal SET kind = 'step', step = 1, body = "
    f"(SELECT body FROM journal WHERE match = :id AND seq = {STEP}) WHERE match = :id AND seq = {CHAT}",
    "a changed snapshot": """UPDATE snapshots SET body = replace(body, '"moving":[', '"moving":[7,') """
    f"WHERE match = :id AND seq = {STEP}",
    "a snapshot with another player": """UPDATE snapshots SET body = replace(body, 'Guest', 'Ghost') """
    f"WHERE match = :id AND seq = {STEP}",
    "a snapshot of the future": f"UPDATE snapshots SET seq = 1000 WHERE match = :id AND seq = {STEP}",
    "a changed outcome": """UPDATE matches SET outcome = replace(outcome, '"winners":[2]', '"winners":[1]') """
    "WHERE id = :id",
    "an outcome taken away": "UPDATE matches SET outcome = NULL WHERE id = :id",
    "an end taken back": "UPDATE matches SET status = 'playing' WHERE id = :id",
    "another seed": "UPDATE matches SET seed = {seed} WHERE id = :id",
    "another name": "UPDATE seats SET name = 'Ghost' WHERE match = :id AND seat = 1",
    "seats that cannot be read": "UPDATE seats SET kind = 'x' WHERE match = :id AND seat = 1",
    "a game that is not installed": "UPDATE matches SET game = 'gone' WHERE id = :id",
    "rules of another version": "UPDATE matches SET rules_version = 77 WHERE id = :id",
    "a kind of row that nobody knows": f"UPDATE journal SET kind = 'prattle' WHERE match = :id AND seq = {CHAT}",
    "a line of chat that cannot be read": f"UPDATE journal SET body = 'x' WHERE match = :id AND seq = {CHAT}",
    "a key without an order": f"UPDATE journal SET key = 'key' WHERE match = :id AND seq = {CHAT}",
    "an order of another step": f"UPDATE journal SET step = 7 WHERE match = :id AND seq = {ORDER}",
    "an order written in another way": "UPDATE journal SET body = '{\"card\": 15}' "
    f"WHERE match = :id AND seq = {ORDER}",
    "a second start": f"UPDATE journal SET kind = 'start' WHERE match = :id AND seq = {CHAT}",
    "somebody who sits down after the start": "UPDATE journal SET kind = 'join', body = '\"Guest\"' "
    f"WHERE match = :id AND seq = {CHAT}",
    "a start with others": 'UPDATE journal SET body = \'["Ada","Grace"]\' WHERE match = :id AND seq = 2',
    "a snapshot behind its step": f"UPDATE snapshots SET seq = {CHAT} WHERE match = :id AND seq = {STEP}",
    "a snapshot of another round": f"UPDATE snapshots SET round = 77 WHERE match = :id AND seq = {STEP}",
    "a snapshot kept twice": f"INSERT INTO snapshots SELECT match, 77, seq, body FROM snapshots "
    f"WHERE match = :id AND seq = {STEP}",
    "a newest snapshot that is gone": "DELETE FROM snapshots WHERE match = :id AND seq = "
    "(SELECT max(seq) FROM snapshots WHERE match = :id)",
    "a deadline after the end": "UPDATE matches SET deadline = 1 WHERE id = :id",
    "another time of change": "UPDATE matches SET changed_at = changed_at + 1 WHERE id = :id",
    "a player who is not listed": "UPDATE seats SET player = NULL WHERE match = :id AND seat = 1",
    "a stranger on the maker's seat": f"UPDATE seats SET player = {STRANGER} WHERE match = :id AND seat = 1",
    "a stranger on a seat that was taken": f"UPDATE seats SET player = {STRANGER} WHERE match = :id AND seat = 2",
    "a player on two seats": "UPDATE seats SET player = (SELECT created_by FROM matches WHERE id = :id) "
    "WHERE match = :id AND seat = 2",
    "a person called a bot": "UPDATE seats SET kind = 'bot' WHERE match = :id AND seat = 1",
    "a person with a bot's name": "UPDATE seats SET bot = 'random' WHERE match = :id AND seat = 1",
    "a seat that is gone": "DELETE FROM seats WHERE match = :id AND seat = 2",
    "a first seat that is gone": "DELETE FROM seats WHERE match = :id AND seat = 1",
    "a seat too many": "INSERT INTO seats (match, seat, kind, name, missed) VALUES (:id, 3, 'open', 'open', 0)",
    "another result": "UPDATE seats SET result = 7 WHERE match = :id AND seat = 1",
    "another round": "UPDATE matches SET round = round + 1 WHERE id = :id",
    "another phase": "UPDATE matches SET phase = 'siesta' WHERE id = :id",
    "somebody waited for after the end": "UPDATE matches SET waiting = ',1,' WHERE id = :id",
    "another last sentence": "UPDATE matches SET last = 'Player 1 wins.' WHERE id = :id",
    "a result taken away": "UPDATE seats SET result = NULL WHERE match = :id AND seat = 2",
    "others who began": 'UPDATE matches SET players = \'["Ada","Grace"]\' WHERE id = :id',
    "a pause after the end": "UPDATE matches SET pause = '{\"left\":1}' WHERE id = :id",
    "a rematch that nobody asked for": "UPDATE matches SET rematch = 'x' WHERE id = :id",
    "deadlines that nobody missed": "UPDATE seats SET missed = 1 WHERE match = :id AND seat = 1",
    "another opening": "UPDATE matches SET position = '{}' WHERE id = :id",
    "an entry of a record": f"UPDATE journal SET kind = 'entry' WHERE match = :id AND seq = {ORDER}",
}
# Every match below has: join 1, start 2, orders 3 and 4, an expired deadline 5, step 6, an order that waits 7.
EXPIRED, PENDING = 5, 7
DAMAGE_WHILE_PLAYING = {
    "a clock without a deadline": "UPDATE matches SET deadline = NULL WHERE id = :id",
    "another deadline": "UPDATE matches SET deadline = deadline + 1 WHERE id = :id",
    "a deadline that expired too early": f"UPDATE journal SET at = at - 1 WHERE match = :id AND seq = {EXPIRED}",
    "an illegal order that waits": f"UPDATE journal SET body = '{{\"card\":99}}' WHERE match = :id AND seq = {PENDING}",
    "an order of nobody": f"UPDATE journal SET seat = 9 WHERE match = :id AND seq = {PENDING}",
    "an order that was given before": "UPDATE journal SET body = '{\"card\":9}' "
    f"WHERE match = :id AND seq = {PENDING}",
    "an order that waits for another step": f"UPDATE journal SET step = 0 WHERE match = :id AND seq = {PENDING}",
    "an order that was taken back and never given": "UPDATE journal SET kind = 'withdraw', body = 'null' "
    f"WHERE match = :id AND seq = {PENDING}",
    "a snapshot that hides an order": f"UPDATE snapshots SET seq = {PENDING} WHERE match = :id AND seq = {PENDING} - 1",
    "a result before the end": "UPDATE seats SET result = 1 WHERE match = :id AND seat = 1",
    "somebody waited for who has ordered": "UPDATE matches SET waiting = ',1,2,' WHERE id = :id",
    "nobody waited for": "UPDATE matches SET waiting = '' WHERE id = :id",
    "another time since when it waits": "UPDATE matches SET since = since - 1 WHERE id = :id",
    "a round without a time": "UPDATE matches SET since = NULL WHERE id = :id",
    "a match of which lists know nothing": "UPDATE matches SET round = NULL, phase = NULL, waiting = '', since = NULL, "
    "last = '' WHERE id = :id",
    "a match that begins again": "UPDATE matches SET status = 'open' WHERE id = :id",
    "a missed deadline that is forgotten": "UPDATE seats SET missed = 0 WHERE match = :id AND seat = 2",
    "somebody who asks for a pause": "UPDATE matches SET pause = '{\"asked\":[1]}' WHERE id = :id",
}
# Every match below is open: join 1, chat 2.
DAMAGE_BEFORE_THE_START = {
    "a deadline before the start": "UPDATE matches SET deadline = 1 WHERE id = :id",
    "an outcome before the start": "UPDATE matches SET outcome = "
    """'{"winners":[1],"ranking":[[1]],"scores":[],"reason":"x"}' WHERE id = :id""",
    "a match that never began": "UPDATE matches SET status = 'playing' WHERE id = :id",
    "an order before the start": "UPDATE journal SET kind = 'order', body = '{\"card\":9}' "
    "WHERE match = :id AND seq = 2",
    "a snapshot before the start": "INSERT INTO snapshots VALUES (:id, 1, 1, 'x')",
    "a seat that was never left": "UPDATE journal SET kind = 'leave', body = 'null' WHERE match = :id AND seq = 1",
    "somebody else who sat down": "UPDATE journal SET body = replace(body, 'Guest', 'Ghost') "
    "WHERE match = :id AND seq = 1",
    "an open seat with a player": "UPDATE seats SET player = (SELECT min(id) FROM players) "
    "WHERE match = :id AND seat = 3",
    "an invitation without a secret": "UPDATE seats SET kind = 'invite' WHERE match = :id AND seat = 3",
    "a seat that is not there": "UPDATE journal SET seat = 9 WHERE match = :id AND seq = 1",
    "a round before the start": "UPDATE matches SET round = 1 WHERE id = :id",
    "somebody waited for before the start": "UPDATE matches SET waiting = ',1,' WHERE id = :id",
    "a time of change without one": "UPDATE matches SET changed_at = 0 WHERE id = :id",
}
# Every match below was called off: join 1, leave 2, cancel 3, chat 4.
DAMAGE_WHEN_CALLED_OFF = {
    "a match called back": "UPDATE matches SET status = 'open' WHERE id = :id",
    "a match played though called off": "UPDATE matches SET status = 'playing' WHERE id = :id",
    "a match that nobody called off": "UPDATE journal SET kind = 'chat', body = '[\"Ada\",\"x\"]' "
    "WHERE match = :id AND seq = 3",
    "a match called off without a result": "UPDATE seats SET result = NULL WHERE match = :id AND seat = 1",
    "a match called off twice": "UPDATE journal SET kind = 'cancel' WHERE match = :id AND seq = 4",
}
# Every match below is open: a bot on a seat 1, two seats swapped 2 and 3, other terms 4, an invited seat taken 5 and
# left 6.
DAMAGE_TO_A_TABLE_SET_ANEW = {
    "terms that nobody agreed on": "UPDATE matches SET autostart = 1 WHERE id = :id",
    "a config that nobody agreed on": (
        """UPDATE journal SET body = replace(body, '"config":null', '"config":"{}"') WHERE match = :id AND seq = 4"""
    ),
    "another pace": 'UPDATE matches SET pace = \'{"kind":"live","seconds":7}\' WHERE id = :id',
    "another policy": 'UPDATE matches SET absent = \'{"then":"open"}\' WHERE id = :id',
    "terms that cannot be read": "UPDATE journal SET body = 'x' WHERE match = :id AND seq = 4",
    "another bot": "UPDATE seats SET bot = 'greedy' WHERE match = :id AND seat = 1",
    "an invitation without a name": "UPDATE seats SET name = 'open' WHERE match = :id AND seat = 2",
    "an invitation that was never sent": "UPDATE seats SET kind = 'open' WHERE match = :id AND seat = 2",
    "a seat set in another place": "UPDATE journal SET seat = 3 WHERE match = :id AND seq = 2",
    "a seat kept for nobody": "UPDATE seats SET kind = 'kept' WHERE match = :id AND seat = 1",
}
# Every match below has: joins 1 and 2, start 3, orders 4 to 6, step 7, a bot that takes seat 1 over 8, step 9, and
# somebody who asks for a pause 10.
TAKEN, ASKED = 8, 10
DAMAGE_TO_SEATS_THAT_CHANGED_HANDS = {
    "a seat taken back": "UPDATE seats SET kind = 'person', bot = NULL, player = "
    "(SELECT created_by FROM matches WHERE id = :id) WHERE match = :id AND seat = 1",
    "another heir": f"UPDATE journal SET body = replace(body, 'random', 'greedy') WHERE match = :id AND seq = {TAKEN}",
    "another former owner": f"UPDATE journal SET body = replace(body, 'Guest', 'Ghost') "
    f"WHERE match = :id AND seq = {TAKEN}",
    "a take-over by nobody": f"UPDATE journal SET seat = 9 WHERE match = :id AND seq = {TAKEN}",
    "a seat that was only left": f"UPDATE journal SET kind = 'vacate' WHERE match = :id AND seq = {TAKEN}",
    "those of today as those who began": 'UPDATE matches SET players = \'["bot:random","x","y"]\' WHERE id = :id',
    "a pause forgotten": "UPDATE matches SET pause = '{}' WHERE id = :id",
    "a clock that stands": "UPDATE matches SET pause = '{\"left\":60000}', deadline = NULL WHERE id = :id",
    "a pause that nobody ended": f"UPDATE journal SET kind = 'resume' WHERE match = :id AND seq = {ASKED}",
}
# Every match below has: the maker called Ada 1, a join 2, Grace 3, start 4, Ada called Eve 5, a bot that takes seat 2
# over 6 and 7, Eve called Ada 8.
DAMAGE_TO_NAMES = {
    "a name that nobody chose": "UPDATE seats SET name = 'Ghost' WHERE match = :id AND seat = 1",
    "a rename before the start to another name": 'UPDATE journal SET body = \'["Guest","Ghost"]\' '
    "WHERE match = :id AND seq = 1",
    "another name before it": 'UPDATE journal SET body = \'["Ghost","Grace"]\' WHERE match = :id AND seq = 3',
    "a rename to another name": 'UPDATE journal SET body = \'["Ada","Ghost"]\' WHERE match = :id AND seq = 5',
    "a rename from another name": 'UPDATE journal SET body = \'["Ghost","Eve"]\' WHERE match = :id AND seq = 5',
    "a rename of nobody": "UPDATE journal SET seat = 9 WHERE match = :id AND seq = 5",
    "a rename of a bot": "UPDATE journal SET seat = 2 WHERE match = :id AND seq = 8",
    "a rename that cannot be read": "UPDATE journal SET body = '\"Ada\"' WHERE match = :id AND seq = 8",
    "a rename that is gone": "UPDATE journal SET kind = 'chat' WHERE match = :id AND seq = 8",
    "a rename of another step": "UPDATE journal SET step = 7 WHERE match = :id AND seq = 8",
    "a rename as who began": 'UPDATE matches SET players = \'["Eve","Grace"]\' WHERE id = :id',
}
