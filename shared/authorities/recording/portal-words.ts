/** Words that the portals' own pages and messages use, of three letters or more, in lower case and without accents. */
export const PORTAL_WORDS: ReadonlySet<string> = new Set(
  `abiertas abono absorcion academica academico acc accede accedida acceso accidente accidentes accion acepta
   aceptado aceptan aceptar acoge acogerse acogido acogidos acogimiento acotacion acote acr acreditado acreedor activa
   activacion activada activas actividad actividades activo activos actua actuacion actual actualizable
   actualizacion actualmente actuar acuda acudir acuerdo acumulado acumulados adecuacion adelante admine
   administr administracion administrativa administrativos administrator admiten admitida admitidas admitido
   adopcion adoptante adscripcion advertencia aeat aeatsesion afectaran afiliaci afiliacion afiliado afiliados afir
   afirma agencia agotamiento agraria agrario ajena alemania alert alfanumericos algo algun alguna alguno
   also alta altas alternancia ambito ambos amount amp ampliar anexado anexo annio anno ano anos ant ante
   anteriomente anterior anteriormente antes antiguedad antiguo anual anulacion anulacioncomunicacion anulada
   anular any aob apagado apart apellido apellidos apli aplicaci aplicacion aplicarse apoyo aprendizaje areal
   argumentos arq artistas asalariados ascii asignada asignadas asignado asignados asignar asimilada
   asimiladas asociada asociadas asociado atencion atender atr atras attachments autenticacion autenticar
   autenticarse autonoma autonomica autonomico autonomo autonomos autoridad autoriza autorizacion
   autorizaciones autorizada autorizado auxiliares aviso avisos ayuda ayudantes bachillerato baja bajas
   bancaria bancarios base basica beneficiario beneficiarios beneficios bien biologica bis blico bloque bloqueada
   bloqueado bloqueados bonificacion bonificada bonificado borrador borre btmascert btmostrar buscar busque
   busqueda busquedas buzon cabmensaje caculo cada caducad caducado caf caja calculo calculos cambia cambiado
   cambian cambiar cambio cambios campana campanas can candidatos capturado caracter caracteres
   caracteristicas cargo casa caso castellano catalogo categoria causa causas cause cbo ccaa ccc cct cee
   censo central centro centros cero cerrad cerrada certific certificacion certificado certificados cesion
   cesiones cge chk ciclo ciencia cierta cif cinco circunstancias clase clave claves cliente cno codificacion
   codigo codigoprogramaempleo codigos coef coeficiente coincide coinciden coincidir colaboracion colec colectivo
   colectivos colegiado colegiados colocacion columna comes comience como compatible complementaria
   complementarias completa completado completo completos comprobar compruebe compruebelo compruebelos
   comunes comunica comunicaci comunicacion comunicaciones comunicado comunicar comunidad comuniquelo
   comunitario con concedida concepto concesion cond condicion conducir conecta conectado conexiones
   confidenciales confirm confirmacion confirmada confirmar confirmation confirmations confirme confirms
   conforme conoce consolidada consolidadas const consta constan consulta consultaimpcb consultaimpresioncb
   consultar consultas consultasgeneral consultasimpresion consulte contacto contar contempla contemplados
   contenedor contener contenido contiene contingencia contingencias contingente continuar contizq contizqc
   contra contracion contrario contrasena contrastados contraste contrat contrata contratacion contrataciones
   contratado contratistas contrato contratos contratosprocesados contributiva control convenio convenios
   convertido convertir copia copiabasica copiabasicacontrato copias copiasbasicas copiasbasicasprocesadas
   corporacion corporacione corporaciones correccion correcciones correcta correctamente correctas correcto
   correctos corregir corregirla corregirse correo corresponde corresponden correspondiente corriente corrija
   corrijalo cotejo cotejodocidsv cotiz cotizaci cotizacion cotizaciones cotizados criterio criterios csv cta ctas
   cter cto ctz cuadricula cuando cuantia cuenta cuentas cuerpo cuidado cumplimentacion cumplimentado
   cumplimentados cumplimentar cumplimentarlo cumplimentarse cumplimente cuotas curso cuyo dada dado dar
   darlo dato datos datoscontratopracticas dcnc debe deben debepasarse debido declara declaracion declarar
   declare decreto dedicacion deduccion deinscripcion dejan del demanda demandante demandas demasiado
   demasiados derelevo desactivacion desactivada desactivado descanso descargar desconocido descripcion desde
   desea desempleado desempleo deshabilitado deshecho despido destinatario detectado detectados determinada
   dex dgp dia diab dialogo diaria dias diccionario dice diez diferente diferido difundida difusion digital
   digito digitos digo dil dip dir direccion directo dirigirse dirijase discapacidad discapacidades
   discapacitado discapacitados disciplinario discontinuidad discontinuo discontinuos disponible disponibles
   disposicion distinta distinto distribucion div dni docente doctor documentacion documento documentos
   documents domic domicilio dominio dop dos dreal dsp duodecima duplicada duplicado duplicados duraci
   duracion durante economica economicas ecot edad efectivas efectivo efecto efectos efectuadas efectuado
   efectuando efectuar eiominte ejercicio electronico elemento elementos eliminacion eliminada eliminado emce
   emision emitido empezo empieza empl empleador empleados empleo empr emprendedores empresa empresarial
   empresario empresas encabezado enclave enclaves encontradas encontrado encontrados encontraron encuentra
   ensenanzas entidad entidades entrada entradacbtransf entrar entre enviar enviarlo envio envios epigrafe
   ere erronea erroneas erroneo erroneos error errores esa esas escalera esclava escrito escuela escuelas eso
   esp espana espanol espanola especial especiales especialidad especialistas especificada especificado
   especificados especificar especifique esperar est esta establecido estadistico estado estan estar estatal
   este estimada estos estudios etapa etco ett eures eventual exc excede excedencia exceder excedido exceso
   excluido excluidos exclusion exclusivamente exec existe existen existente existido exp expedicion
   expediente expedientes experiencia expirad extincion extranjera extranjero extranjeros facilitado fallado
   fallecimiento false faltan familiares family favor fbnif fbnombre fecha fechaalta fechacomunicacion fechas
   feff fejercicio festivo festivos fetches fic fich fichero ficheros fie fijo fijos fin final finalidad
   finalizad finalizada finalizado fir firma firmadas firmar firnif firnombre fiscal fisica fnacimiento fom
   fomento fondo forma formacion formado formativa formativo formativos formato formaviso formname forzosa
   fraccion francia fue fuera fuerza funcion funcionarios garantia generado general generales generar
   generico gestion gestionar gestoria grado grande grupo guardadas guardado guion haber haberse habiles
   habitual hacer hacerse han hay haya hijo hijos historia holdeado hombre hora horario horas hoy huelga huella
   iae iban idc idces idcomunicacion idcontrato idempresa iden ident identif identifica identificacion
   identificador identificadores identificadorpfisica identificar identificarse identificativo
   identificativos identifiers idioma idorigen idtrabajador ignorar igual iguales ilogica imcompatible impago
   impl implementada implicar importe impresion imprima imprimir impuesto ims inactiva inactividad inadecuado
   inaf incapacidad incentivar incentivos incidencias incluido incluir incluirlo inclusive incompatible
   incompatibles incompleta incompleto incompletos inconsistencia inconsistentes incorr incorrecta
   incorrectas incorrecto incorrectos indefinida indefinido independent indica indicada indicado indicador
   indicados indican indicar indicativo indique inem inexistente inferior inferiores info inform informa
   informacion informaciongeneral informada informar informe infraestructura inici iniciado iniciados inicial
   iniciales iniciar inicio init initc initp initt inline innovacion ins inscripcion inscrito insercion inss
   insuficiente intenta intente intentelo interes interidad interinidad internet interno internos
   interrupcion intervalo introducido introducidos introducir introducirse introduzca inugal inventa
   investigacion investigador ipf iso italia jdit jefes join jornada jornadas joven jpg jsessionid jubilacion
   juridica justificante justifiquen juvenil kata laboral laborales las legal legales legislacion
   legislaciones leida letra letras ley leybonif leydeduccion leyes leyfomento leyreduccion libafcon libre
   licenciados limite linea liq liquidaci liquidacion liquidaciones liquido lista llamada llamamiento
   llamamientos llamamientosprocesados llegado local locales localidad longitud los lugar lugares madre maestra
   mantenimiento mapa marcado marruecos marzo mas materia maternidad maxima maximo may mayor mayores
   mayusculas mecaniza mecanizacion mecanizar medida medidas medio mejora menor menores menos mensaje
   mensajeerror mensual menu mero mes mesb meses mica microempresas min minima minusculas minusvalia
   minusvalido minusvalidos minutos misma mismo mismos mite modalidad modalidades modelo modif modificable
   modificacion modificaciones modificado modificados modificar modifique modo mofdifique momento mostrar
   motivo movil movimiento movimientos mreal msj muestra mujer multiple municipio mutualidad nacimiento nacional
   nacionalidad nadie naf nafss nass naturales navegacion necesaria necesario negativo nie nif ningun ninguna ninguno
   nivel niveles noautorizado nombre nomina normal nos notif notificacion notificaciones notificar noviembre
   nss nueva nuevo num numerica numerico numericos numero numeroprorroga numeros numsegsocialsindc nuss objetivas
   objeto obligaciones obligado obligaorio obligatoria obligatoriamente obligatorias obligatorio obligatorios
   obligcb obra observaciones obtencion obtener obtenido obtit ocup ocupabilidad ocupacion oferta ofertados
   ofertas oficiales oficina oficinas oficio ofrece online onlineaccess opcion opciones oper operacion
   operaciones operativ orden ordenador ordinario organismo organismos organizationidentifier origen original
   otra otras otro otros pacto pag pagador pagadora pagina paginas pago pais pantalla para parametros parcial
   parcialmente partes particula partir parto pasada pasado pasaporte pase paternidad pdf peculiaridades pedir pem
   pendiente pensionista peones percepcion perceptor perfil periodicos periodo periodos permiso permisos
   permite permiten permitida permitidas permitido pero persona personal personales personas pertenece
   pertener peticion peticiones pide piso plan plana plantilla plazo poder podido podra por porcentaje
   porcentajes porque portal portugal posibles positivo postal posterior posteriores posterioridad practica
   practicas predoctoral presence presentacion presentado presentan presentarlo presentarse press presses
   prestacion prestaciones presupuestario prevdocumentoseinformes previa previamente previo previos previstos
   primarios primer primera principal procede procedencia procedente procedentes proceder procesada procesado
   procesar proceso procesos produccion producido produjo profesion profesional profesionales profesionalidad
   professional progenitor programa programas propio prorroga prorrogar prorrogas prorrogasprocesadas prosa
   prosainternet prov provinc provincia provisional proyectos prtr prueba pruebas pruebe ptos public publica
   publicas publico publicos pudo pueda puede pueden puerta puesta puesto puestos pulse punto que quela
   queries quese quienes quiere raiz raz razon rdl real reales realiza realizada realizado realizar
   realizarse realizo reass recaida recent recepcion rechazadas rechazado rechazados recibida recibido recibo
   recibos recoger recogida reconocida reconocimiento recordamos records recuperable recuperar red
   redirections reduccion reductor reenvio referentes refusal reg regimen registrado registrados registrar
   registro registros regulacion reguladora regularizacion rehusan reiniciar reinicio rejection relacion
   relacionada relacionados relaciones relativo relevo rellena rellenan rellenar rellenarse rellene relleno
   remunerada remuneradas renta repetido replica representa representacion representado representante
   representantes representar requerido resid residencia residente resolucion respecto responsable respuesta
   respuestacontrato respuestacopiabasica respuestallamamiento respuestaprorroga respuestatransformacion
   resta restringida restringir resultado resultados resumen retorno revise revocada revocado revokederror
   rlc rmino rrogas rsidencia rumania run ruta salarial salario salarios saldos salir sans satisfactoriamente
   saturado sea seccion sector secuencial secundaria segunda segundo seguridad seguro seis seleccionada
   seleccionado seleccionar seleccionarse seleccione sello semanal semanales sepe ser serif servicio
   servicioconsulta servicios servidor sesi sesion sexo sgired sica sido siendo sig siguen siguiente
   simultaneamente sin sincronizacion sindical sintaxis sistema sistemas situacion situaciones situations
   sms soap soapenv sobre social sociales sola solicitada solicitadas solicitado solicitados solicitante
   solicitar solicitelo solicitud solicitudes solo son sondeo spe spee spm src status subalternos
   subcontratas subcontratistas sube subrogacion subrogaciones subrogada subrogado subrogar subsidio
   subsidios subvencion subvenciones suficientes suma supera superacion superado superar superior superiores
   supramunicipal surtido sus suspendida suspensi suspension sust sustitucion sustituido sustituto tabla
   tablacotizaciones tablas tablescroll tacita taed tags taller tamano tambien tanto tarde tarea tareas
   tarifa tarjeta tbl tecla tecleado tecleados teclear teclee tecnicos tecnologia telefono temporal
   temporales temporalmente temporero temporeros tener tenia tenido teorica tercera terceros terminad termino
   termito territorial tesoreria texto tgss tiempo tiene tiepo time tipo tipos titulacion titulados titular
   titulo tms todas todo todos tope total totales totalmente trab trabajador trabajadores trabajados trabajar
   trabajo trabajos tramitacion tramitada tramite tramites tramo tramos transaccion transcurrido
   transcurridos transcurrir transcurso transformable transformacion transformaciones
   transformacionesprocesadas transformacionservlet transformado transformar transmision transporte traslado
   traves tres tributaria tributarias trimestrales true tutela tutelado tuviera txt ubicacion ultima ultimos una
   unica unidad universidad universitarias uno use uso usuaria usuario ususario vacaciones vale valid valida
   validacion validaciones validar validez valido validos valiendo valor valores variable variacion varias
   varon vates veces venezuela ver verificacion verifique version via vida vigencia vigente vigentes vigor
   vinculacion voluntaria volver vuelva vuelven`.split(/\s+/),
);
