BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE log (
	"match" VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	step INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	body TEXT NOT NULL, 
	"key" VARCHAR(64), 
	at BIGINT NOT NULL, 
	PRIMARY KEY ("match", seq), 
	CONSTRAINT log_idempotency UNIQUE ("match", seat, "key"), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "log" VALUES('free',1,0,1,'chat','["Ada","who comes?"]',NULL,1700000063000);
INSERT INTO "log" VALUES('full',1,0,2,'join','"Mary ✨"',NULL,1700000184000);
INSERT INTO "log" VALUES('full',2,0,2,'leave','null',NULL,1700000185000);
INSERT INTO "log" VALUES('full',3,0,2,'join','"Grace"',NULL,1700000186000);
INSERT INTO "log" VALUES('full',4,0,3,'join','"Mary ✨"',NULL,1700000187000);
INSERT INTO "log" VALUES('pending',1,0,2,'join','"Grace"',NULL,1700000248000);
INSERT INTO "log" VALUES('pending',2,0,3,'join','"Mary ✨"',NULL,1700000249000);
INSERT INTO "log" VALUES('pending',3,0,0,'start','["Ada","Grace","Mary ✨"]',NULL,1700000249000);
INSERT INTO "log" VALUES('pending',4,0,1,'order','{"card":1}',NULL,1700000250000);
INSERT INTO "log" VALUES('pending',5,0,2,'order','{"card":2}',NULL,1700000251000);
INSERT INTO "log" VALUES('pending',6,0,3,'order','{"card":3}',NULL,1700000252000);
INSERT INTO "log" VALUES('pending',7,1,0,'step','"d34bc71232581eea54455f421d4f9f03"',NULL,1700000252000);
INSERT INTO "log" VALUES('pending',8,1,1,'order','{"card":2}',NULL,1700000253000);
INSERT INTO "log" VALUES('pending',9,1,2,'order','{"card":3}',NULL,1700000254000);
INSERT INTO "log" VALUES('pending',10,1,3,'order','{"card":4}',NULL,1700000255000);
INSERT INTO "log" VALUES('pending',11,2,0,'step','"2222bee1920e1239852d88ef7a3c7a12"',NULL,1700000255000);
INSERT INTO "log" VALUES('pending',12,2,1,'order','{"card":3}','third',1700000256000);
INSERT INTO "log" VALUES('pending',13,2,2,'order','{"card":4}',NULL,1700000257000);
INSERT INTO "log" VALUES('pending',14,2,2,'withdraw','null',NULL,1700000258000);
INSERT INTO "log" VALUES('pending',15,2,2,'order','{"card":5}',NULL,1700000259000);
INSERT INTO "log" VALUES('bot',1,0,0,'start','["Ada","bot:random"]',NULL,1700000320000);
INSERT INTO "log" VALUES('bot',2,0,2,'order','{"card":2}','bot-0',1700000320000);
INSERT INTO "log" VALUES('bot',3,0,1,'order','{"card":3}',NULL,1700000320000);
INSERT INTO "log" VALUES('bot',4,1,0,'step','"c617b4ef2f5232d7f9c060085560e68f"',NULL,1700000320000);
INSERT INTO "log" VALUES('bot',5,1,2,'order','{"card":5}','bot-1',1700000320000);
INSERT INTO "log" VALUES('thinking',1,0,0,'start','["Ada","bot:random"]',NULL,1700000381000);
INSERT INTO "log" VALUES('thinking',2,0,1,'order','{"card":2}',NULL,1700000381000);
INSERT INTO "log" VALUES('talked',1,0,2,'join','"Ada"',NULL,1700000442000);
INSERT INTO "log" VALUES('talked',2,0,3,'join','"Grace"',NULL,1700000443000);
INSERT INTO "log" VALUES('talked',3,0,0,'start','["Mary ✨","Ada","Grace"]',NULL,1700000443000);
INSERT INTO "log" VALUES('talked',4,0,1,'chat','["Mary ✨","good luck"]',NULL,1700000444000);
INSERT INTO "log" VALUES('talked',5,0,3,'chat','["Grace","you too — ''and'' \"you\"; DROP TABLE seats"]',NULL,1700000445000);
INSERT INTO "log" VALUES('talked',6,0,2,'order','{"card":4}',NULL,1700000446000);
INSERT INTO "log" VALUES('talked',7,0,3,'order','{"card":4}',NULL,1700000447000);
INSERT INTO "log" VALUES('talked',8,0,1,'order','{"card":6}',NULL,1700000448000);
INSERT INTO "log" VALUES('talked',9,1,0,'step','"f3f4909cd8c17819ff45d1964f7e7223"',NULL,1700000448000);
INSERT INTO "log" VALUES('talked',10,1,3,'resign','null',NULL,1700000449000);
INSERT INTO "log" VALUES('talked',11,2,0,'step','"05543a938b155adc695477a478f8594e"',NULL,1700000449000);
INSERT INTO "log" VALUES('talked',12,2,2,'draw','null',NULL,1700000450000);
INSERT INTO "log" VALUES('won',1,0,1,'join','"Mary ✨"',NULL,1700000511000);
INSERT INTO "log" VALUES('won',2,0,0,'start','["Mary ✨","Grace"]',NULL,1700000511000);
INSERT INTO "log" VALUES('won',3,0,2,'order','{"card":1}',NULL,1700000512000);
INSERT INTO "log" VALUES('won',4,0,1,'order','{"card":6}',NULL,1700000513000);
INSERT INTO "log" VALUES('won',5,1,0,'step','"e886105f51d2c097a91a06a78318f501"',NULL,1700000513000);
INSERT INTO "log" VALUES('won',6,1,2,'order','{"card":2}',NULL,1700000514000);
INSERT INTO "log" VALUES('won',7,1,1,'order','{"card":5}',NULL,1700000515000);
INSERT INTO "log" VALUES('won',8,2,0,'step','"0914f252d83d222e3ef99320816fba98"',NULL,1700000515000);
INSERT INTO "log" VALUES('won',9,2,2,'order','{"card":3}',NULL,1700000516000);
INSERT INTO "log" VALUES('won',10,2,1,'order','{"card":4}',NULL,1700000517000);
INSERT INTO "log" VALUES('won',11,3,0,'step','"ac789e09c9dc936c0fa15c9394bbb5ce"',NULL,1700000517000);
INSERT INTO "log" VALUES('won',12,3,2,'order','{"card":4}',NULL,1700000518000);
INSERT INTO "log" VALUES('won',13,3,1,'order','{"card":3}',NULL,1700000519000);
INSERT INTO "log" VALUES('won',14,4,0,'step','"0a3981f3547ba447431e221c34c3771f"',NULL,1700000519000);
INSERT INTO "log" VALUES('won',15,4,2,'order','{"card":5}',NULL,1700000520000);
INSERT INTO "log" VALUES('won',16,4,1,'order','{"card":2}',NULL,1700000521000);
INSERT INTO "log" VALUES('won',17,5,0,'step','"30a43c66892e571d86501ead24939a2a"',NULL,1700000521000);
INSERT INTO "log" VALUES('won',18,5,2,'order','{"card":6}',NULL,1700000522000);
INSERT INTO "log" VALUES('won',19,5,1,'order','{"card":1}',NULL,1700000523000);
INSERT INTO "log" VALUES('won',20,6,0,'step','"1a1c7dc9efca54ba5084507d1285fd4d"',NULL,1700000523000);
INSERT INTO "log" VALUES('drawn',1,0,2,'join','"Ada"',NULL,1700000584000);
INSERT INTO "log" VALUES('drawn',2,0,0,'start','["Mary ✨","Ada"]',NULL,1700000584000);
INSERT INTO "log" VALUES('drawn',3,0,2,'order','{"card":1}',NULL,1700000585000);
INSERT INTO "log" VALUES('drawn',4,0,1,'order','{"card":2}',NULL,1700000586000);
INSERT INTO "log" VALUES('drawn',5,1,0,'step','"ba5c98080c461350b4dc78cb47711275"',NULL,1700000586000);
INSERT INTO "log" VALUES('drawn',6,1,2,'draw','null',NULL,1700000587000);
INSERT INTO "log" VALUES('drawn',7,1,1,'draw','null',NULL,1700000588000);
INSERT INTO "log" VALUES('drawn',8,2,0,'step','"a08dd8e1e69dc07261fbb7cd77efc5df"',NULL,1700000588000);
INSERT INTO "log" VALUES('resigned',1,0,0,'start','["Grace","bot:random"]',NULL,1700000649000);
INSERT INTO "log" VALUES('resigned',2,0,1,'resign','null',NULL,1700000649000);
INSERT INTO "log" VALUES('resigned',3,1,0,'step','"96c0a9e57074ae2074857220073845f0"',NULL,1700000649000);
INSERT INTO "log" VALUES('off',1,0,2,'join','"Grace"',NULL,1700000710000);
INSERT INTO "log" VALUES('off',2,0,0,'cancel','null',NULL,1700000711000);
CREATE TABLE matches (
	id VARCHAR(32) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	rules_version INTEGER NOT NULL, 
	config TEXT NOT NULL, 
	seed BLOB NOT NULL, 
	pace TEXT NOT NULL, 
	spectators TEXT NOT NULL, 
	autostart INTEGER NOT NULL, 
	created_by VARCHAR(32) NOT NULL, 
	created_at BIGINT NOT NULL, 
	status VARCHAR(10) NOT NULL, 
	seats TEXT NOT NULL, 
	deadline BIGINT, 
	outcome TEXT, 
	changed_at BIGINT NOT NULL, 
	version INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(created_by) REFERENCES players (id)
);
INSERT INTO "matches" VALUES('free','skirmish',1,'{"planets":[{"id":"P1","victory_points":1,"name":null,"class":null,"abilities":[]},{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]},{"id":"P3","victory_points":3,"name":null,"class":null,"abilities":[]},{"id":"P4","victory_points":4,"name":null,"class":null,"abilities":[]}],"fleet_values":[1,2,3,4,5,6],"shuffle":true}',X'0101010101010101010101010101010101010101010101010101010101010101','{"kind":"none"}','{"policy":"public","steps":0}',1,'ada',1700000063000,'open','[{"kind":"person","name":"Ada","player":"ada","bot":null,"invite":null},{"kind":"open","name":"open","player":null,"bot":null,"invite":null},{"kind":"invite","name":"invited","player":null,"bot":null,"invite":"e0cca2965509df678c8064f5e0b9076016fa752f88a6c749768db83479450cc5"},{"kind":"bot","name":"bot:random","player":null,"bot":"random","invite":null}]',NULL,NULL,1700000063000,1);
INSERT INTO "matches" VALUES('invited','skirmish',1,'{"planets":[{"id":"P1","victory_points":1,"name":null,"class":null,"abilities":[]},{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]},{"id":"P3","victory_points":3,"name":null,"class":null,"abilities":[]},{"id":"P4","victory_points":4,"name":null,"class":null,"abilities":[]}],"fleet_values":[1,2,3,4,5,6],"shuffle":true}',X'0202020202020202020202020202020202020202020202020202020202020202','{"kind":"none"}','{"policy":"public","steps":0}',1,'grace',1700000124000,'open','[{"kind":"person","name":"Grace","player":"grace","bot":null,"invite":null},{"kind":"invite","name":"invited","player":null,"bot":null,"invite":"d2b1f1d83f0ad4f52dec8a1e2091f5c94ffad00ed3528362353fbe97aacd0187"}]',NULL,NULL,1700000124000,0);
INSERT INTO "matches" VALUES('full','skirmish',1,'{"planets":[{"id":"P1","victory_points":1,"name":null,"class":null,"abilities":[]},{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]},{"id":"P3","victory_points":3,"name":null,"class":null,"abilities":[]},{"id":"P4","victory_points":4,"name":null,"class":null,"abilities":[]}],"fleet_values":[1,2,3,4,5,6],"shuffle":true}',X'0303030303030303030303030303030303030303030303030303030303030303','{"kind":"none"}','{"policy":"public","steps":0}',0,'ada',1700000184000,'open','[{"kind":"person","name":"Ada","player":"ada","bot":null,"invite":null},{"kind":"person","name":"Grace","player":"grace","bot":null,"invite":null},{"kind":"person","name":"Mary ✨","player":"mary","bot":null,"invite":null}]',NULL,NULL,1700000187000,4);
INSERT INTO "matches" VALUES('pending','skirmish',1,'{"planets":[{"id":"P1","victory_points":1,"name":null,"class":null,"abilities":[]},{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]},{"id":"P3","victory_points":3,"name":null,"class":null,"abilities":[]},{"id":"P4","victory_points":4,"name":null,"class":null,"abilities":[]}],"fleet_values":[1,2,3,4,5,6],"shuffle":true}',X'0404040404040404040404040404040404040404040404040404040404040404','{"kind":"live","seconds":600}','{"policy":"delayed","steps":1}',1,'ada',1700000248000,'playing','[{"kind":"person","name":"Ada","player":"ada","bot":null,"invite":null},{"kind":"person","name":"Grace","player":"grace","bot":null,"invite":null},{"kind":"person","name":"Mary ✨","player":"mary","bot":null,"invite":null}]',1700000855000,NULL,1700000259000,15);
INSERT INTO "matches" VALUES('bot','skirmish',1,'{"planets":[{"id":"P1","victory_points":1,"name":null,"class":null,"abilities":[]},{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]},{"id":"P3","victory_points":3,"name":null,"class":null,"abilities":[]},{"id":"P4","victory_points":4,"name":null,"class":null,"abilities":[]}],"fleet_values":[1,2,3,4,5,6],"shuffle":true}',X'0505050505050505050505050505050505050505050505050505050505050505','{"kind":"none"}','{"policy":"public","steps":0}',1,'ada',1700000320000,'playing','[{"kind":"person","name":"Ada","player":"ada","bot":null,"invite":null},{"kind":"bot","name":"bot:random","player":null,"bot":"random","invite":null}]',NULL,NULL,1700000320000,5);
INSERT INTO "matches" VALUES('thinking','skirmish',1,'{"planets":[{"id":"P1","victory_points":1,"name":null,"class":null,"abilities":[]},{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]},{"id":"P3","victory_points":3,"name":null,"class":null,"abilities":[]},{"id":"P4","victory_points":4,"name":null,"class":null,"abilities":[]}],"fleet_values":[1,2,3,4,5,6],"shuffle":true}',X'0606060606060606060606060606060606060606060606060606060606060606','{"kind":"none"}','{"policy":"public","steps":0}',1,'ada',1700000381000,'playing','[{"kind":"person","name":"Ada","player":"ada","bot":null,"invite":null},{"kind":"bot","name":"bot:random","player":null,"bot":"random","invite":null}]',NULL,NULL,1700000381000,2);
INSERT INTO "matches" VALUES('talked','skirmish',1,'{"planets":[{"id":"P1","victory_points":1,"name":null,"class":null,"abilities":[]},{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]},{"id":"P3","victory_points":3,"name":null,"class":null,"abilities":[]},{"id":"P4","victory_points":4,"name":null,"class":null,"abilities":[]}],"fleet_values":[1,2,3,4,5,6],"shuffle":true}',X'0707070707070707070707070707070707070707070707070707070707070707','{"kind":"correspondence","hours":24}','{"policy":"public","steps":0}',1,'mary',1700000442000,'playing','[{"kind":"person","name":"Mary ✨","player":"mary","bot":null,"invite":null},{"kind":"person","name":"Ada","player":"ada","bot":null,"invite":null},{"kind":"person","name":"Grace","player":"grace","bot":null,"invite":null}]',1700086848000,NULL,1700000450000,12);
INSERT INTO "matches" VALUES('won','skirmish',1,'{"planets":[{"id":"P1","victory_points":1,"name":null,"class":null,"abilities":[]},{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]},{"id":"P3","victory_points":3,"name":null,"class":null,"abilities":[]},{"id":"P4","victory_points":4,"name":null,"class":null,"abilities":[]}],"fleet_values":[1,2,3,4,5,6],"shuffle":true}',X'0808080808080808080808080808080808080808080808080808080808080808','{"kind":"none"}','{"policy":"public","steps":0}',1,'grace',1700000511000,'over','[{"kind":"person","name":"Mary ✨","player":"mary","bot":null,"invite":null},{"kind":"person","name":"Grace","player":"grace","bot":null,"invite":null}]',NULL,'{"winners":[1],"ranking":[[1],[2]],"scores":[7,3],"reason":"normal"}',1700000523000,20);
INSERT INTO "matches" VALUES('drawn','skirmish',1,'{"planets":[{"id":"P1","victory_points":1,"name":null,"class":null,"abilities":[]},{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]},{"id":"P3","victory_points":3,"name":null,"class":null,"abilities":[]},{"id":"P4","victory_points":4,"name":null,"class":null,"abilities":[]}],"fleet_values":[1,2,3,4,5,6],"shuffle":true}',X'0909090909090909090909090909090909090909090909090909090909090909','{"kind":"none"}','{"policy":"public","steps":0}',1,'mary',1700000584000,'over','[{"kind":"person","name":"Mary ✨","player":"mary","bot":null,"invite":null},{"kind":"person","name":"Ada","player":"ada","bot":null,"invite":null}]',NULL,'{"winners":[],"ranking":[[1,2]],"scores":[],"reason":"agreed_draw"}',1700000588000,8);
INSERT INTO "matches" VALUES('resigned','skirmish',1,'{"planets":[{"id":"P1","victory_points":1,"name":null,"class":null,"abilities":[]},{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]},{"id":"P3","victory_points":3,"name":null,"class":null,"abilities":[]},{"id":"P4","victory_points":4,"name":null,"class":null,"abilities":[]}],"fleet_values":[1,2,3,4,5,6],"shuffle":true}',X'0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A','{"kind":"none"}','{"policy":"public","steps":0}',1,'grace',1700000649000,'over','[{"kind":"person","name":"Grace","player":"grace","bot":null,"invite":null},{"kind":"bot","name":"bot:random","player":null,"bot":"random","invite":null}]',NULL,'{"winners":[2],"ranking":[[2],[1]],"scores":[],"reason":"resignation"}',1700000649000,3);
INSERT INTO "matches" VALUES('off','skirmish',1,'{"planets":[{"id":"P1","victory_points":1,"name":null,"class":null,"abilities":[]},{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]},{"id":"P3","victory_points":3,"name":null,"class":null,"abilities":[]},{"id":"P4","victory_points":4,"name":null,"class":null,"abilities":[]}],"fleet_values":[1,2,3,4,5,6],"shuffle":true}',X'0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B','{"kind":"none"}','{"policy":"public","steps":0}',1,'ada',1700000710000,'cancelled','[{"kind":"person","name":"Ada","player":"ada","bot":null,"invite":null},{"kind":"person","name":"Grace","player":"grace","bot":null,"invite":null},{"kind":"open","name":"open","player":null,"bot":null,"invite":null}]',NULL,NULL,1700000711000,2);
CREATE TABLE players (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	created_at BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "players" VALUES('ada','Ada',1700000000000);
INSERT INTO "players" VALUES('grace','Grace',1700000001000);
INSERT INTO "players" VALUES('mary','Mary ✨',1700000002000);
CREATE TABLE secrets (
	name VARCHAR(20) NOT NULL, 
	value BLOB NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "secrets" VALUES('cookies',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F');
CREATE TABLE sitting (
	"match" VARCHAR(32) NOT NULL, 
	player VARCHAR(32) NOT NULL, 
	PRIMARY KEY ("match", player), 
	FOREIGN KEY("match") REFERENCES matches (id), 
	FOREIGN KEY(player) REFERENCES players (id)
);
INSERT INTO "sitting" VALUES('free','ada');
INSERT INTO "sitting" VALUES('invited','grace');
INSERT INTO "sitting" VALUES('full','ada');
INSERT INTO "sitting" VALUES('full','grace');
INSERT INTO "sitting" VALUES('full','mary');
INSERT INTO "sitting" VALUES('pending','ada');
INSERT INTO "sitting" VALUES('pending','grace');
INSERT INTO "sitting" VALUES('pending','mary');
INSERT INTO "sitting" VALUES('bot','ada');
INSERT INTO "sitting" VALUES('thinking','ada');
INSERT INTO "sitting" VALUES('talked','mary');
INSERT INTO "sitting" VALUES('talked','ada');
INSERT INTO "sitting" VALUES('talked','grace');
INSERT INTO "sitting" VALUES('won','grace');
INSERT INTO "sitting" VALUES('won','mary');
INSERT INTO "sitting" VALUES('drawn','mary');
INSERT INTO "sitting" VALUES('drawn','ada');
INSERT INTO "sitting" VALUES('resigned','grace');
INSERT INTO "sitting" VALUES('off','ada');
INSERT INTO "sitting" VALUES('off','grace');
CREATE TABLE snapshots (
	"match" VARCHAR(32) NOT NULL, 
	round INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY ("match", round), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "snapshots" VALUES('pending',1,3,'{"step":0,"hash":"dfa1e914fef94547a33ec83888fbca09","players":["Ada","Grace","Mary ✨"],"resigned":[],"drawn":false,"moving":[1,[[1,2,3,4,5,6],[1,2,3,4,5,6],[1,2,3,4,5,6]],0,[],[[],[],[]],null]}');
INSERT INTO "snapshots" VALUES('pending',2,7,'{"step":1,"hash":"d34bc71232581eea54455f421d4f9f03","players":["Ada","Grace","Mary ✨"],"resigned":[],"drawn":false,"moving":[2,[[2,3,4,5,6],[1,3,4,5,6],[1,2,4,5,6]],1,[],[[],[],[{"id":"P1","victory_points":1,"name":null,"class":null,"abilities":[]}]],null]}');
INSERT INTO "snapshots" VALUES('pending',3,11,'{"step":2,"hash":"2222bee1920e1239852d88ef7a3c7a12","players":["Ada","Grace","Mary ✨"],"resigned":[],"drawn":false,"moving":[3,[[3,4,5,6],[1,4,5,6],[1,2,5,6]],2,[],[[],[],[{"id":"P1","victory_points":1,"name":null,"class":null,"abilities":[]},{"id":"P3","victory_points":3,"name":null,"class":null,"abilities":[]}]],null]}');
INSERT INTO "snapshots" VALUES('bot',1,1,'{"step":0,"hash":"f05e52f5fecb6a3796a095fe8aad83eb","players":["Ada","bot:random"],"resigned":[],"drawn":false,"moving":[1,[[1,2,3,4,5,6],[1,2,3,4,5,6]],0,[],[[],[]],null]}');
INSERT INTO "snapshots" VALUES('bot',2,4,'{"step":1,"hash":"c617b4ef2f5232d7f9c060085560e68f","players":["Ada","bot:random"],"resigned":[],"drawn":false,"moving":[2,[[1,2,4,5,6],[1,3,4,5,6]],1,[],[[{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]}],[]],null]}');
INSERT INTO "snapshots" VALUES('thinking',1,1,'{"step":0,"hash":"46af9dd23fed827b8abe5d943386f04e","players":["Ada","bot:random"],"resigned":[],"drawn":false,"moving":[1,[[1,2,3,4,5,6],[1,2,3,4,5,6]],0,[],[[],[]],null]}');
INSERT INTO "snapshots" VALUES('talked',1,3,'{"step":0,"hash":"312fd3de2d92de8a021065cc617c01a6","players":["Mary ✨","Ada","Grace"],"resigned":[],"drawn":false,"moving":[1,[[1,2,3,4,5,6],[1,2,3,4,5,6],[1,2,3,4,5,6]],0,[],[[],[],[]],null]}');
INSERT INTO "snapshots" VALUES('talked',2,11,'{"step":2,"hash":"05543a938b155adc695477a478f8594e","players":["Mary ✨","Ada","Grace"],"resigned":[3],"drawn":false,"moving":[2,[[1,2,3,4,5],[1,2,3,5,6],[1,2,3,5,6]],1,[],[[{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]}],[],[]],null]}');
INSERT INTO "snapshots" VALUES('won',1,2,'{"step":0,"hash":"9f88807e38222ea20c9a40335700e937","players":["Mary ✨","Grace"],"resigned":[],"drawn":false,"moving":[1,[[1,2,3,4,5,6],[1,2,3,4,5,6]],0,[],[[],[]],null]}');
INSERT INTO "snapshots" VALUES('won',2,5,'{"step":1,"hash":"e886105f51d2c097a91a06a78318f501","players":["Mary ✨","Grace"],"resigned":[],"drawn":false,"moving":[2,[[1,2,3,4,5],[2,3,4,5,6]],1,[],[[{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]}],[]],null]}');
INSERT INTO "snapshots" VALUES('won',3,8,'{"step":2,"hash":"0914f252d83d222e3ef99320816fba98","players":["Mary ✨","Grace"],"resigned":[],"drawn":false,"moving":[3,[[1,2,3,4],[3,4,5,6]],2,[],[[{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]},{"id":"P1","victory_points":1,"name":null,"class":null,"abilities":[]}],[]],null]}');
INSERT INTO "snapshots" VALUES('won',4,11,'{"step":3,"hash":"ac789e09c9dc936c0fa15c9394bbb5ce","players":["Mary ✨","Grace"],"resigned":[],"drawn":false,"moving":[4,[[1,2,3],[4,5,6]],3,[],[[{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]},{"id":"P1","victory_points":1,"name":null,"class":null,"abilities":[]},{"id":"P4","victory_points":4,"name":null,"class":null,"abilities":[]}],[]],null]}');
INSERT INTO "snapshots" VALUES('won',5,14,'{"step":4,"hash":"0a3981f3547ba447431e221c34c3771f","players":["Mary ✨","Grace"],"resigned":[],"drawn":false,"moving":[5,[[1,2],[5,6]],4,[],[[{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]},{"id":"P1","victory_points":1,"name":null,"class":null,"abilities":[]},{"id":"P4","victory_points":4,"name":null,"class":null,"abilities":[]}],[{"id":"P3","victory_points":3,"name":null,"class":null,"abilities":[]}]],null]}');
INSERT INTO "snapshots" VALUES('won',6,17,'{"step":5,"hash":"30a43c66892e571d86501ead24939a2a","players":["Mary ✨","Grace"],"resigned":[],"drawn":false,"moving":[6,[[1],[6]],4,[],[[{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]},{"id":"P1","victory_points":1,"name":null,"class":null,"abilities":[]},{"id":"P4","victory_points":4,"name":null,"class":null,"abilities":[]}],[{"id":"P3","victory_points":3,"name":null,"class":null,"abilities":[]}]],null]}');
INSERT INTO "snapshots" VALUES('won',7,20,'{"step":6,"hash":"1a1c7dc9efca54ba5084507d1285fd4d","players":["Mary ✨","Grace"],"resigned":[],"drawn":false,"moving":[7,[[],[]],4,[],[[{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]},{"id":"P1","victory_points":1,"name":null,"class":null,"abilities":[]},{"id":"P4","victory_points":4,"name":null,"class":null,"abilities":[]}],[{"id":"P3","victory_points":3,"name":null,"class":null,"abilities":[]}]],"normal"]}');
INSERT INTO "snapshots" VALUES('drawn',1,2,'{"step":0,"hash":"d11033053c82414eed94d47d03e99366","players":["Mary ✨","Ada"],"resigned":[],"drawn":false,"moving":[1,[[1,2,3,4,5,6],[1,2,3,4,5,6]],0,[],[[],[]],null]}');
INSERT INTO "snapshots" VALUES('drawn',2,8,'{"step":2,"hash":"a08dd8e1e69dc07261fbb7cd77efc5df","players":["Mary ✨","Ada"],"resigned":[],"drawn":true,"moving":[2,[[1,3,4,5,6],[2,3,4,5,6]],1,[],[[{"id":"P2","victory_points":2,"name":null,"class":null,"abilities":[]}],[]],null]}');
INSERT INTO "snapshots" VALUES('resigned',1,3,'{"step":1,"hash":"96c0a9e57074ae2074857220073845f0","players":["Grace","bot:random"],"resigned":[1],"drawn":false,"moving":[1,[[1,2,3,4,5,6],[1,2,3,4,5,6]],0,[],[[],[]],null]}');
CREATE TABLE tokens (
	id VARCHAR(32) NOT NULL, 
	player VARCHAR(32) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	digest BLOB NOT NULL, 
	created_at BIGINT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(player) REFERENCES players (id)
);
CREATE INDEX ix_tokens_player ON tokens (player);
CREATE INDEX matches_by_status ON matches (status, changed_at);
CREATE INDEX matches_by_deadline ON matches (deadline);
CREATE INDEX sitting_by_player ON sitting (player);
CREATE INDEX matches_by_maker ON matches (created_by, status);
COMMIT;
